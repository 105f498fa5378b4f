import { until } from '@pairspace/testkit/until';
import { endpoints, ServiceError } from '@pairspace/protocol';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { anHttpServer } from '../../testing/an-http-server.ts';
import { closedSignal } from './request-head.ts';
import { PendingAnswer } from '../dispatch/pending-answer.ts';
import { type StreamLimits, serveStreamed } from './send-streamed.ts';
import { type Produce, StreamedAnswer } from '../dispatch/streamed-answer.ts';

const large = 'x'.repeat(64 * 1024);
const patient: StreamLimits = { stallMs: 20_000, wholeMs: 20_000 };

/** A server that answers every request with the produced pieces. */
const serve = async (produce: Produce, patience = patient) => {
  const server = anHttpServer();
  const { app, log, serviceLimits } = server;
  const answer = StreamedAnswer.data(produce);
  app.get('/', (request, reply) => {
    const holder = { address: 'a', client: 'a' };
    const pending = new PendingAnswer(endpoints.listNotes, serviceLimits, holder, () => closedSignal(reply));
    return serveStreamed({ answer, status: 200, pending, request, reply, log }, patience);
  });
  return { app, url: await server.listen(), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

/** Opens a request without reading the body. */
const open = async (url: string, method = 'GET'): Promise<IncomingMessage> => {
  const asked = request(url, { method });
  asked.on('error', () => undefined).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
};

test('[EXP-1] pieces come in their order inside the envelope', async () => {
  await using server = await serve(async (write) => {
    await write('[1');
    await write(`,"${large}"`);
    await write(Buffer.from(',3'));
    await write(']');
  });
  const response = await fetch(server.url);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  expect(await response.json()).toEqual({ ok: true, data: [1, large, 3] });
});

test('[EXP-8] an error before anything was sent is an ordinary refusal', async () => {
  await using server = await serve(async (write) => {
    await write('[1');
    throw new ServiceError('NOT_FOUND', 'It is gone.');
  });
  const response = await fetch(server.url);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
});

test('[EXP-8] an error in the middle cuts the connection, so that no part passes for the whole', async () => {
  await using server = await serve(async (write) => {
    await write(large);
    throw new Error('the disk is gone');
  });
  const response = await open(server.url);
  expect(response.statusCode).toBe(200);
  await expect(text(response)).rejects.toThrow('aborted');
});

test('[EXP-1] nothing is made that the client does not take, and nothing more when it is gone', async () => {
  let made = 0;
  let ended = false;
  await using server = await serve(async (write) => {
    try {
      for (;;) {
        await write(large);
        made++;
      }
    } finally {
      ended = true;
    }
  });
  const response = await open(server.url);
  let before = -1;
  await until(() => {
    const stands = made === before;
    before = made;
    expect(stands).toBe(true);
  });
  expect(made).toBeLessThan(1000);
  expect(ended).toBe(false);
  response.destroy();
  await until(() => {
    expect(ended).toBe(true);
  });
});

test.each([
  ['takes nothing', { ...patient, stallMs: 100 }],
  ['takes too long for one piece', { ...patient, wholeMs: 500 }],
  ['takes too long for all of it', patient],
])('[EXP-8] a client that %s is cut off', async (_, patience) => {
  let ended = false;
  await using server = await serve(async (write) => {
    try {
      for (;;) await write(large);
    } finally {
      ended = true;
    }
  }, patience);
  const response = await open(server.url);
  if (patience === patient) {
    using clock = vi.spyOn(performance, 'now');
    clock.mockReturnValue(performance.now() + patient.wholeMs + 1);
    response.resume();
    await expect.poll(() => ended).toBe(true);
  } else await expect.poll(() => ended).toBe(true);
  if (!response.closed) await new Promise((closed) => response.resume().once('close', closed));
  expect(response.complete).toBe(false);
});

test('[EXP-8] no limit runs for a client that took everything while the service makes more', async () => {
  const limitsMs: unknown[] = [];
  await using server = await serve(async (write) => {
    for (const piece of ['[0', ',1', ',2]']) {
      await write(' '.repeat(200_000));
      await write(piece);
      limitsMs.push((await connected).timeout);
    }
  });
  const connected = once(server.app.server, 'connection').then(([socket]) => socket as Socket);
  expect(await (await fetch(server.url)).json()).toEqual({ ok: true, data: [0, 1, 2] });
  expect(limitsMs).toEqual([0, 0, 0]);
});

test('[API-14] HEAD is answered with the headers alone, and what is long is not made for it', async () => {
  let made = 0;
  await using server = await serve(async (write) => {
    for (; made < 100; made++) await write(large);
  });
  const response = await open(server.url, 'HEAD');
  expect(response.statusCode).toBe(200);
  expect(await text(response)).toBe('');
  expect(made).toBeLessThan(2);
});

test('[EXP-1] other requests have their turn while pieces are made', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  await using server = await serve(async (write) => {
    for (let made = 0; turns <= 10 && made < 1e7; made++) await write('0');
  });
  await (await fetch(server.url)).text();
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
});
