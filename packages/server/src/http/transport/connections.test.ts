import { until } from '@pairspace/testkit/until';
import { defaultLimits } from '@pairspace/protocol';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { anHttpServer } from '../../testing/an-http-server.ts';

const listen = async (trustProxy: string[] = []) => {
  const server = anHttpServer({
    limits: { ...defaultLimits, connectionsPerAddress: 3 },
    origins: ['https://a.example'],
    trustProxy,
  });
  server.app.get('/', () => ({ ok: true, data: null }));
  const url = `${await server.listen()}/`;
  const port = Number(new URL(url).port);
  return {
    url,
    warnings: server.warnings,
    dial: async (localAddress = '127.0.0.1'): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      await once(socket, 'connect');
      return socket;
    },
    /** Sends a request over the connection; returns everything that the service sends before it closes. */
    ask: async (socket: Socket): Promise<string> => {
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      return text(socket);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
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

/** A server whose requests end when the test says so. */
const holding = async () => {
  const server = anHttpServer();
  const begun: (() => void)[] = [];
  server.app.get('/', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(resolve);
    await promise;
    return { ok: true, data: begun.length };
  });
  const port = Number(new URL(await server.listen()).port);
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString();
  });
  const send = (count: number): void => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
  };
  return { begun, socket, send, received: () => received, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

test('a connection that sends a request before the answer to the one before it is closed', async () => {
  await using server = await holding();
  const { begun, socket, send, received } = server;
  for (let count = 1; count <= 3; count++) {
    send(1);
    await until(() => {
      expect(begun).toHaveLength(count);
    });
    begun[count - 1]?.();
    await until(() => {
      expect(received().match(/HTTP\/1\.1 200/g)).toHaveLength(count);
    });
  }
  expect(socket.closed).toBe(false);
  send(2);
  await until(() => {
    expect(socket.closed).toBe(true);
  });
  expect(begun).toHaveLength(4);
});
