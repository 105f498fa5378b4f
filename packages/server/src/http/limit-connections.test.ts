import { defaultLimits } from '@pairspace/protocol';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './server.ts';

const listen = async (trustProxy: string[] = []) => {
  const warnings: string[] = [];
  const app = createHttpServer({
    log: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
    limits: { ...defaultLimits, connectionsPerAddress: 3 },
    hosts: 'any',
    origins: ['https://a.example'],
    accessLog: 'debug',
    requestTimeoutMs: 20_000,
    trustProxy,
    closing: new AbortController().signal,
  });
  app.get('/', () => ({ ok: true, data: null }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    warnings,
    dial: async (localAddress = '127.0.0.1'): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      await once(socket, 'connect');
      return socket;
    },
    /** What the service says to a connection that asks for something, and then ends it. */
    ask: async (socket: Socket): Promise<string> => {
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      return text(socket);
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
};

test('[NET-10] a connection too many from one address is told so, and is free again when another closes', async () => {
  await using server = await listen();
  const [first] = [await server.dial(), await server.dial(), await server.dial()];
  const refusal = await server.ask(await server.dial());
  expect(refusal).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 5\r\n.*Too many connections/s);
  expect(await server.ask(await server.dial('127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 /);
  first.destroy();
  await expect.poll(async () => server.ask(await server.dial())).toMatch(/^HTTP\/1\.1 200 /);
});

test('[NET-10] connections of a trusted proxy are not counted', async () => {
  for (const trusted of ['127.0.0.0/8', 'loopback', '127.0.0.1']) {
    await using server = await listen([trusted]);
    for (let opened = 0; opened < 5; opened++) await server.dial();
    expect(await server.ask(await server.dial())).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test('[NET-22] pages of a named origin may call, after a preflight; those of others may not', async () => {
  await using server = await listen();
  const origin = 'https://a.example';
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const preflight = await fetch(server.url, { method: 'OPTIONS', headers: { origin, ...asked } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  const answer = await fetch(server.url, { headers: { origin } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  expect(answer.headers.get('vary')).toBe('Origin');
  const foreign = await fetch(server.url, { method: 'OPTIONS', headers: { origin: 'https://b.example', ...asked } });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  const plain = await fetch(server.url, { method: 'OPTIONS', headers: { origin } });
  expect(plain.status).toBe(405);
});

test('[NET-25] X-Forwarded-For without a trusted proxy is warned of, once', async () => {
  await using server = await listen();
  for (let sent = 0; sent < 3; sent++) await fetch(server.url, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(server.warnings).toHaveLength(1);
  expect(server.warnings[0]).toContain('PAIRSPACE_TRUST_PROXY');
  await using behind = await listen(['127.0.0.1']);
  await fetch(behind.url, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(behind.warnings).toEqual([]);
});
