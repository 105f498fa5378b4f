import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { endpoints, pathOf } from '@pairspace/protocol';
import { lastSeq } from '../session-fixture.ts';
import { fullSessionRule, rule, sessionRule } from '../rule.ts';
import { endpointEntries, sampleOf } from '../samples.ts';
import { together } from '../tools.ts';

const unknownToken = `agt_${'Q'.repeat(43)}`;
const wrongCode = 'ZZZZ-ZZZZ-ZZZZ';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

/** The table of errors, written here independently of the service. */
const statuses = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
} as const;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/:\w+/g, '/[^/]+').replace(/\/\*\w+$/, '/.+')}$`);

fullSessionRule('ERR-1', 'a code has one status', async (fixture) => {
  const { creator, partner, stranger, walkIn, note, id, nobody, send } = fixture;
  const path = `/api/sessions/${id}/messages`;
  const keyed = { headers: { 'idempotency-key': 'the-key-of-one-request' } };
  const bearer = { authorization: `Bearer ${creator.token ?? ''}` };
  await creator.ok('postMessage', { body: { content: 'a' }, ...keyed });
  const replies = [
    await creator.call('postMessage', { body: { content: '' } }),
    await stranger.call('postMessage', { body: { content: 'a' } }),
    await walkIn.call('postMessage', { body: { content: 'a' } }),
    await nobody.in('ses_none').call('getSession'),
    await send({ method: 'PUT', path }),
    await partner.call('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 9, content: 'a' } }),
    await creator.call('postMessage', { body: { content: 'a'.repeat(102_401) } }),
    await send({ method: 'POST', path, headers: { 'content-type': 'text/plain', ...bearer }, body: 'a' }),
    await creator.call('postMessage', { body: { content: 'b' }, ...keyed }),
  ];
  deepEqual(
    replies.map((reply) => [reply.ok ? 'answered' : reply.error.code, reply.status]),
    Object.entries(statuses),
  );
});

rule('ERR-4', 'a validation error names every field that is wrong, and where it is', async ({ nobody, aSession }) => {
  const body = { maxAgents: 1, agentId: '!', mode: 'fast', name: '' };
  const { details } = await nobody.refused('VALIDATION_ERROR', 'createSession', { body });
  const issues = details['issues'] as { path: string; message: string }[];
  for (const field of Object.keys(body)) {
    ok(
      issues.some(({ path, message }) => path.includes(field) && message !== ''),
      `no issue names ${field}`,
    );
  }
  const { stranger } = await aSession();
  const refusal = await stranger.refused('VALIDATION_ERROR', 'listEvents', { query: { limit: 0, since: 'x' } });
  const paths = (refusal.details['issues'] as { path: string }[]).map(({ path }) => path).join(' ');
  match(paths, /limit/);
  match(paths, /since/);
});

fullSessionRule('ERR-5', 'an unknown token is 401 on every endpoint, also where none is needed', async (fixture) => {
  const before = await lastSeq(fixture.creator);
  const nonsense = [unknownToken, unknownToken.replace('agt', 'obs'), 'x', `${fixture.creator.token ?? ''}x`, 'null'];
  await together(endpointEntries, async ([name]) => {
    const sample = sampleOf(name, fixture);
    for (const token of nonsense) await fixture.creator.as(token).refused('UNAUTHORIZED', name, sample);
  });
  equal(await lastSeq(fixture.creator), before);
});

rule('ERR-5', 'an unknown token is 401 before anything else is looked at', async ({ nobody }) => {
  const caller = nobody.as(unknownToken).in('ses_none');
  await caller.refused('UNAUTHORIZED', 'getSession');
  await caller.refused('UNAUTHORIZED', 'postMessage', { body: { content: 5 } });
  await caller.refused('UNAUTHORIZED', 'listEvents', { query: { limit: 0 } });
  await caller.refused('UNAUTHORIZED', 'createSession', { body: { maxAgents: 99 } });
});

fullSessionRule('ERR-6', 'another method on a known path is 405 and says what is allowed', async (fixture) => {
  const { http, send } = fixture;
  const allowedAt = new Map<string, Set<string>>();
  for (const [name, endpoint] of endpointEntries) {
    const path = pathOf(endpoint, { sessionId: fixture.id, ...sampleOf(name, fixture).params });
    const allowed = allowedAt.get(path) ?? new Set();
    allowedAt.set(path, allowed.add(endpoint.method));
    if (endpoint.method === 'GET') allowed.add('HEAD');
  }
  // A path may match several endpoints: `claim` could also be the id of a job.
  for (const [path, allowed] of allowedAt) {
    for (const endpoint of Object.values(endpoints)) {
      if (!patternOf(endpoint.path).test(path)) continue;
      allowed.add(endpoint.method);
      if (endpoint.method === 'GET') allowed.add('HEAD');
    }
  }
  await together(allowedAt, async ([path, allowed]) => {
    for (const method of methods.filter((candidate) => !allowed.has(candidate))) {
      const { status, headers } = await (method === 'HEAD' ? http : { send }).send({ method, path });
      equal(status, 405, `${method} ${path}`);
      const named = headers.allow?.split(',').map((one) => one.trim());
      deepEqual(new Set(named), allowed, `Allow of ${method} ${path}`);
    }
  });
});

sessionRule('ERR-7', 'a conflict says which it is', async ({ creator, stranger, inviteCode, aFullSession }) => {
  await stranger.conflict('session_full', 'joinSession', { body: { inviteCode } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await creator.conflict('session_completed', 'createNote');
  const fixture = await aFullSession();
  const body = { inviteCode: fixture.inviteCode, agentId: 'bob' };
  await fixture.stranger.conflict('agent_taken', 'joinSession', { body });
  const { details } = await fixture.creator.conflict('stale_version', 'updateNote', {
    params: { noteId: fixture.note.id },
    body: { expectedVersion: 7, content: 'x' },
  });
  equal(details['currentVersion'], 1);
  deepEqual(details['current'], fixture.note);
});

sessionRule('ERR-11', 'no error repeats a token or an invite code', async ({ stranger, id, http, send }) => {
  const secret = `agt_${'S'.repeat(43)}`;
  const bodies = [{ inviteCode: wrongCode }, { inviteCode: wrongCode.repeat(9) }, { inviteCode: { [wrongCode]: 1 } }];
  for (const body of bodies) {
    const reply = await stranger.call('joinSession', { body });
    ok(!reply.ok && !JSON.stringify(reply.error).includes(wrongCode), JSON.stringify(reply));
  }
  for (const authorization of [`Bearer ${secret}`, `Basic ${secret}`, `Bearer ${secret} ${secret}`, secret]) {
    const { text, status } = await http.send({
      method: 'GET',
      path: `/api/sessions/${id}`,
      headers: { authorization },
    });
    equal(status, 401);
    ok(!text.includes('SSSS'), text);
  }
  const malformed = await send({
    method: 'POST',
    path: `/api/sessions/${id}/join`,
    headers: { 'content-type': 'application/json' },
    body: `{"inviteCode":"${wrongCode}"`,
  });
  ok(!JSON.stringify(malformed).includes(wrongCode));
});

rule('ERR-11', 'a message says what would be right', async ({ nobody, send }) => {
  const { message } = await nobody.refused('VALIDATION_ERROR', 'createSession', { body: { maxAgents: 99 } });
  match(message, /16/);
  const { ok: isOk, ...reply } = await send({ method: 'DELETE', path: endpoints.createSession.path });
  ok(!isOk && 'error' in reply && reply.error.message.includes('POST'));
});
