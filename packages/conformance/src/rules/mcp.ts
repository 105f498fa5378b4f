import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import type { HttpClient } from '../http-client.ts';
import { aKeyHolder, joinedBy } from '../key-holder.ts';
import { fieldsOf, rule, sessionRule } from '../kit.ts';

type Revision = '2025-11-25' | '2026-07-28';
const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28'];

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'conformance', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Message {
  method: string;
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
}

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
  tools: { name: string }[];
}

/**
 * Sends one message as a client of the revision, and reads the result from a JSON body or from the only event of a
 * stream.
 */
const ask = async (http: HttpClient, revision: Revision, message: Message): Promise<ToolResult> => {
  const { method, params = {}, headers = {} } = message;
  const isNew = revision === '2026-07-28';
  const named = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  const answer = await http.open({
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isNew && { 'mcp-method': method, ...named }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: isNew ? { ...params, _meta: envelope } : params }),
  });
  equal(answer.statusCode, 200);
  const text = await readText(answer);
  return (JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text) as { result: ToolResult }).result;
};

const call = async (
  http: HttpClient,
  revision: Revision,
  name: string,
  given: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => {
  const result = await ask(http, revision, { method: 'tools/call', params: { name, arguments: given }, headers });
  return { text: result.content.map(({ text }) => text).join('\n'), isError: result.isError === true };
};

rule('MCP-6', 'both revisions are served on one path, with the same tools', async ({ http }) => {
  const [old, recent] = await Promise.all(revisions.map((one) => ask(http, one, { method: 'tools/list' })));
  ok(old !== undefined && recent !== undefined);
  const names = old.tools.map(({ name }) => name);
  deepEqual(fieldsOf(recent.tools, 'name'), names);
  ok(names.length > 0 && names.length <= 18);
});

rule('MCP-6', 'every other method is 405', async ({ send }) => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await send({ method, path: '/mcp', headers: { accept: 'text/event-stream' } });
    deepEqual([status, headers.allow], [405, 'POST']);
  }
});

sessionRule('MCP-7', 'a handle or header is the token of an agent', { name: 'Plan' }, async ({ creator, id, http }) => {
  const authorization = `Bearer ${creator.token ?? ''}`;
  for (const revision of revisions) {
    const byHandle = await call(http, revision, 'pairspace_session', { seat: creator.token });
    const byHeader = await call(http, revision, 'pairspace_session', {}, { authorization });
    ok(byHandle.text.startsWith(id));
    equal(byHeader.text.replace(/peer \w+/g, ''), byHandle.text.replace(/peer \w+/g, ''));
    const sent = await call(http, revision, 'pairspace_send', { seat: creator.token, text: `from ${revision}` });
    match(sent.text, /^sent #\d+ msg_/);
  }
  const { items } = await creator.ok('listMessages', { query: { since: 0 } });
  deepEqual(items.map(({ content }) => content).slice(-2), ['from 2025-11-25', 'from 2026-07-28']);
});

sessionRule('MCP-7', 'nobody speaks without the seat of an agent', async ({ invited, creator, session, http }) => {
  for (const revision of revisions) {
    for (const seat of [undefined, `agt_${'x'.repeat(43)}`, invited.token, session.id]) {
      const { isError, text } = await call(http, revision, 'pairspace_send', { seat, text: 'x' });
      ok(isError);
      match(text, /pairspace_join/);
      if (seat !== undefined) ok(!text.includes(seat));
    }
  }
  deepEqual((await creator.ok('listMessages', { query: { since: 0 } })).items, []);
});

rule('MCP-8', 'a request holds one message of JSON', async ({ send, http }) => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  equal((await send({ method: 'POST', path: '/mcp', headers, body: JSON.stringify([list, list]) })).status, 400);
  equal((await send({ method: 'POST', path: '/mcp', headers, body: '{"jsonrpc"' })).status, 400);
  const many = JSON.stringify({ ...list, params: { _meta: Array(2001).fill(0) } });
  equal((await send({ method: 'POST', path: '/mcp', headers, body: many })).status, 413);
  for (const odd of ['null', '"tools/list"', '{}', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","method":7,"id":1}']) {
    equal((await http.send({ method: 'POST', path: '/mcp', headers, body: odd })).status, 400, odd);
  }
  const unknown = { ...list, method: 'no/such', params: { deep: 'x' } };
  const answer = await http.send({
    method: 'POST',
    path: '/mcp',
    headers: { ...headers, accept: 'application/json' },
    body: JSON.stringify(unknown),
  });
  ok(answer.status < 500);
});

rule('MCP-8', 'a link of another service is refused, and leads there', async ({ http }) => {
  const link = 'http://other.test/j/K7QF-2M9X-4TRD';
  const { isError, text } = await call(http, '2026-07-28', 'pairspace_join', { link });
  ok(isError);
  match(text, /http:\/\/other\.test\/mcp|wrong, used up/);
});

rule('MCP-7', 'inbox and wait read all sessions of the agent key, which is no seat', async (context) => {
  const holder = await aKeyHolder(context);
  const [first, second] = [await joinedBy(context, holder), await joinedBy(context, holder)];
  for (const { creator } of [first, second]) {
    await creator.ok('postMessage', { body: { content: 'Please', mentions: [holder.agentId] } });
  }
  const { http } = context;
  const bearer = { authorization: `Bearer ${holder.agentKey}` };
  for (const headers of [bearer, { 'x-agent-key': holder.agentKey }]) {
    for (const tool of ['pairspace_inbox', 'pairspace_wait']) {
      const { text, isError } = await call(http, '2025-11-25', tool, { all: true }, headers);
      equal(isError, false, text);
      for (const { id } of [first, second]) ok(text.includes(id), text);
    }
  }
  ok((await call(http, '2025-11-25', 'pairspace_wait', {}, bearer)).isError);
  ok((await call(http, '2025-11-25', 'pairspace_inbox', {}, bearer)).isError);
  ok((await call(http, '2025-11-25', 'pairspace_inbox', { all: true })).isError);
});
