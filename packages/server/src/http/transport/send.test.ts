import { ServiceError } from '@pairspace/protocol';
import { until } from '@pairspace/testkit/until';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { anHttpServer } from '../../testing/an-http-server.ts';
import { type Piece, StreamedAnswer } from '../dispatch/answer.ts';
import { send } from './send.ts';

const large = 'x'.repeat(64 * 1024);

/** A server that answers every request with the pieces. */
const serve = async (pieces: () => AsyncIterable<Piece>) => {
  const server = anHttpServer();
  const { app, log } = server;
  app.get('/', (request, reply) => send(StreamedAnswer.data(pieces()), 200, request, reply, log));
  return { app, url: await server.listen(), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

/** Opens a request without reading the body. */
const open = async (url: string, method = 'GET'): Promise<IncomingMessage> => {
  const asked = request(url, { method });
  asked.on('error', () => undefined).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
};

/** Pieces that are made one by one. */
const oneByOne = (make: () => Iterable<Piece>) =>
  async function* (): AsyncGenerator<Piece> {
    for (const piece of make()) yield await Promise.resolve(piece);
  };

/** Pieces without end, and how many of them were made. */
const endless = () => {
  const state = { made: 0, isOver: false };
  function* pieces(): Generator<Piece> {
    try {
      for (;;) {
        yield large;
        state.made++;
      }
    } finally {
      state.isOver = true;
    }
  }
  return { state, pieces: oneByOne(pieces) };
};

test('[EXP-1] pieces come in their order inside the envelope', async () => {
  const pieces = oneByOne(function* () {
    yield '[1';
    yield `,"${large}"`;
    yield Buffer.from(',3');
    yield ']';
  });
  await using server = await serve(pieces);
  const response = await fetch(server.url);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  expect(await response.json()).toEqual({ ok: true, data: [1, large, 3] });
});

test('[EXP-9] an error before anything was sent is an ordinary refusal', async () => {
  const pieces = oneByOne(function* () {
    yield '[1';
    throw new ServiceError('NOT_FOUND', 'It is gone.');
  });
  await using server = await serve(pieces);
  const response = await fetch(server.url);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
});

test('[EXP-9] an error in the middle cuts the connection, so that no part passes for the whole', async () => {
  const pieces = oneByOne(function* () {
    yield large;
    throw new Error('the disk is gone');
  });
  await using server = await serve(pieces);
  const response = await open(server.url);
  expect(response.statusCode).toBe(200);
  await expect(text(response)).rejects.toThrow('aborted');
});

test('[EXP-1] nothing is made that the client does not take, and nothing more when it is gone', async () => {
  const { state, pieces } = endless();
  await using server = await serve(pieces);
  const response = await open(server.url);
  let before = -1;
  await until(() => {
    const stands = state.made === before;
    before = state.made;
    expect(stands).toBe(true);
  });
  expect(state.made).toBeLessThan(1000);
  expect(state.isOver).toBe(false);
  response.destroy();
  await until(() => {
    expect(state.isOver).toBe(true);
  });
});

test('[EXP-9] a client that takes nothing is cut off when its connection has stalled', async () => {
  const { state, pieces } = endless();
  await using server = await serve(pieces);
  const connected = once(server.app.server, 'connection');
  const response = await open(server.url);
  const [socket] = (await connected) as [Socket];
  expect(socket.timeout).toBe(30_000);
  await until(() => {
    expect(socket.writableLength).toBeGreaterThan(0);
  });
  socket.emit('timeout');
  await until(() => {
    expect(state.isOver).toBe(true);
  });
  response.resume();
  await until(() => {
    expect(response.closed).toBe(true);
  });
  expect(response.complete).toBe(false);
});

test('[EXP-9] a connection on which nothing waits is not cut off', async () => {
  const more = Promise.withResolvers<void>();
  await using server = await serve(async function* () {
    yield large;
    await more.promise;
    yield ' []';
  });
  const connected = once(server.app.server, 'connection');
  const response = await open(server.url);
  const [socket] = (await connected) as [Socket];
  await until(() => {
    expect(socket.writableLength).toBe(0);
  });
  socket.emit('timeout');
  more.resolve();
  expect((await text(response)).length).toBeGreaterThan(large.length);
});

test('[API-14] HEAD is answered with the headers alone, and what is long is not made for it', async () => {
  const { state, pieces } = endless();
  await using server = await serve(pieces);
  const response = await open(server.url, 'HEAD');
  expect(response.statusCode).toBe(200);
  expect(await text(response)).toBe('');
  await until(() => {
    expect(state.isOver).toBe(true);
  });
  expect(state.made).toBeLessThan(5);
});

test('[EXP-1] other requests have their turn while pieces are made', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  const pieces = oneByOne(function* () {
    for (let made = 0; turns <= 10 && made < 1e7; made++) yield '0';
  });
  await using server = await serve(pieces);
  await (await fetch(server.url)).text();
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
});
