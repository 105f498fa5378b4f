import { until } from '@pairspace/testkit/until';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { anHttpServer } from '../../testing/an-http-server.ts';

const head = 'HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (piece: string): string => `${piece.length.toString(16)}\r\n${piece}\r\n`;

/**
 * A server that answers a POST with the length of the body and the counted bytes, and a GET when the test calls
 * `answer`.
 */
const listen = async () => {
  const server = anHttpServer();
  const begun = Promise.withResolvers<() => boolean>();
  const held = Promise.withResolvers<undefined>();
  server.app.get('/', async ({ raw }) => {
    begun.resolve(() => raw.readableEnded);
    await held.promise;
    return '';
  });
  server.app.post('/', ({ body, bodyBytes }) => ({ length: (body as string).length, held: bodyBytes?.amount }));
  const port = Number(new URL(await server.listen()).port);
  return {
    ...server,
    begun: begun.promise,
    answer: () => {
      held.resolve(undefined);
    },
    dial: async () => {
      const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};

test.each(['POST', 'GET'])('a body of %s in many small pieces is 400, and closes its connection', async (method) => {
  await using server = await listen();
  const socket = await server.dial();
  socket.write(`${method} / ${head}${chunk('"')}${chunk(' ').repeat(1100)}`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s);
  expect(answer).toContain('too many small pieces');
});

test('pieces of a usual length are accepted, and count for more than their bytes', async () => {
  await using server = await listen();
  const socket = await server.dial();
  socket.write(`POST / ${head}${chunk('"')}${chunk('x'.repeat(80)).repeat(2000)}${chunk('"')}0\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('"length":160000,"held":13');
  socket.destroy();
});

test('the body of a GET is not kept until its answer is sent', async () => {
  await using server = await listen();
  const socket = await server.dial();
  socket.write(`GET / ${head}${chunk('x'.repeat(1000)).repeat(60)}0\r\n\r\n`);
  const hasEnded = await server.begun;
  await until(() => {
    expect(hasEnded()).toBe(true);
  });
  server.answer();
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
