import { createToolServer, type Seating } from '@pairspace/mcp';
import { createMcpHandler, preloadSchemas } from '@modelcontextprotocol/server';
import { version } from '../lib/version.ts';

const nowhere: Seating = {
  service: 'http://localhost',
  newAgentId: () => 'nobody',
  stranger: () => {
    throw new Error('nobody calls');
  },
  keep: () => Promise.reject(new Error('nobody joins')),
  find: () => Promise.reject(new Error('nobody has a seat')),
};

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'pairspace', version },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const buildAll = async (): Promise<void> => {
  preloadSchemas();
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'pairspace_read', arguments: {} }],
  ] as const) {
    const name = 'name' in params ? { 'mcp-name': params.name } : {};
    const recent = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name };
    for (const [headers, more] of [[{}, {}] as const, [recent, { _meta: envelope }] as const]) {
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      });
      const parsedBody = { jsonrpc: '2.0', id: 1, method, params: { ...params, ...more } };
      const answer = await createMcpHandler(() => createToolServer(() => nowhere, version)).fetch(request, {
        parsedBody,
      });
      await answer.text();
    }
  }
};

let built: Promise<void> | undefined;

/**
 * Builds the objects that the SDK makes at the first message of each kind in a process, so that this does not block a
 * request (NET-4).
 */
export const warmUp = (): Promise<void> => (built ??= buildAll());
