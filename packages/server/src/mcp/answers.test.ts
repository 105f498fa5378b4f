import { McpServer } from '@modelcontextprotocol/server';
import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { anHttpServer } from '../testing/an-http-server.ts';
import { serveMcp } from './serve-mcp.ts';

const large = 'x'.repeat(12 * 2 ** 20);

/** A server whose only resource and only tool return a large text. */
const serve = async () => {
  const server = anHttpServer();
  const { app: http, log, serviceLimits } = server;
  serveMcp({
    http,
    log,
    answerLimits: serviceLimits,
    limit: () => Promise.resolve({ address: 'a', client: 'a' }),
    serverFor: () => {
      const tools = new McpServer({ name: 'large', version: '1' });
      tools.registerTool('large', {}, () => ({ content: [{ type: 'text', text: large }] }));
      tools.registerResource('large', 'ui://large', {}, () => ({ contents: [{ uri: 'ui://large', text: large }] }));
      return tools;
    },
  });
  return { ...server, url: await server.listen() };
};

const post = async (url: string, method: string, params: object): Promise<IncomingMessage> => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const asked = ask(`${url}/mcp`, { method: 'POST', headers }).on('error', () => undefined);
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
};

test('an answer at /mcp that its client does not take has its room until the client is gone', async () => {
  await using server = await serve();
  const { answers } = server.serviceLimits;
  const response = await post(server.url, 'tools/call', { name: 'large', arguments: {} });
  expect(answers.total).toBeGreaterThan(large.length);
  response.destroy();
  await expect.poll(() => answers.total).toBe(0);
});

test('a resource at /mcp is made when there is room for it', async () => {
  await using server = await serve();
  const { answers } = server.serviceLimits;
  const first = await post(server.url, 'resources/read', { uri: 'ui://large' });
  const held = answers.take({ address: 'a', client: 'a' }, 8 * 2 ** 20);
  let isAnswered = false;
  const second = post(server.url, 'resources/read', { uri: 'ui://large' }).finally(() => (isAnswered = true));
  await expect.poll(() => answers.isAwaited).toBe(true);
  expect(isAnswered).toBe(false);
  held[Symbol.dispose]();
  expect((await text(await second)).length).toBeGreaterThan(large.length);
  first.destroy();
  await expect.poll(() => answers.total).toBe(0);
});
