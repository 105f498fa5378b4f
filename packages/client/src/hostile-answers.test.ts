import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UnexpectedAnswer } from './answer.ts';
import { createClient } from './client.ts';
import { runWorker } from './worker/run-worker.ts';

let server: Server;
let baseUrl: string;
let answer: RequestListener;
beforeEach(async () => {
  server = createServer((request, response) => {
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (reason: unknown) => reason,
  );

/** A response body without end. */
const endless =
  (headers: Record<string, string>, piece: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers);
    const send = (): void => {
      while (response.write(piece)) if (response.destroyed) return;
      response.once('drain', send);
    };
    send();
  };

test('an answer without end is given up', async () => {
  answer = endless({ 'content-type': 'application/json' }, '"'.repeat(1 << 20));
  const reason = await reasonOf(createClient({ baseUrl }).getSession({ sessionId: 'ses_1' }));
  expect(reason).toBeInstanceOf(UnexpectedAnswer);
  expect(String(reason)).toContain('it has more than 64 MB');
});

test('an event without end ends the stream', async () => {
  answer = endless({ 'content-type': 'text/event-stream' }, `data: ${'x'.repeat(1 << 16)}\n`);
  const reason = await reasonOf(createClient({ baseUrl }).followEvents({ sessionId: 'ses_1', since: 0 }).next());
  expect(String(reason)).toContain('an event in it has no end');
});

test.each(['retry: 0\n\nid: 1\n\n', `retry: ${'9'.repeat(12)}\n\nid: 1\n\n`])(
  'a stream is opened again neither at once nor never: %j',
  async (text) => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
    };
    const pauses: number[] = [];
    const stop = new AbortController();
    const pause = (ms: number): Promise<void> => {
      pauses.push(ms);
      if (pauses.length === 3) stop.abort();
      return Promise.resolve();
    };
    const client = createClient({ baseUrl, pause });
    await reasonOf(client.followEvents({ sessionId: 'ses_1', since: 0, signal: stop.signal }).next());
    for (const ms of pauses) expect(ms).toSatisfy((one: number) => one >= 200 && one <= 60_000);
  },
);

test.each(['0', '-5', '1e99', 'NaN'])('Retry-After: %s makes no request follow another at once', async (after) => {
  answer = (_request, response) => {
    response.writeHead(503, { 'retry-after': after }).end('{}');
  };
  const pauses: number[] = [];
  const pause = (ms: number): Promise<void> => {
    pauses.push(ms);
    return Promise.resolve();
  };
  await reasonOf(createClient({ baseUrl, pause }).getSession({ sessionId: 'ses_1' }));
  for (const ms of pauses) expect(ms).toSatisfy((one: number) => one >= 200 && one <= 10_000);
});

test('a list whose pages are empty ends', async () => {
  answer = (_request, response) => {
    response.end(JSON.stringify({ ok: true, data: { items: [], nextCursor: 'again' } }));
  };
  expect(await Array.fromAsync(createClient({ baseUrl }).pages('listNotes', { sessionId: 'ses_1' }))).toEqual([]);
});

test.each([
  { code: 'constructor', message: 'x' },
  { code: 'toString', message: 'x' },
  { code: '__proto__', message: 'x' },
])('$code is no code of a refusal', async (error) => {
  answer = (_request, response) => {
    response.writeHead(400).end(JSON.stringify({ ok: false, error }));
  };
  expect(await reasonOf(createClient({ baseUrl }).getSession({ sessionId: 'ses_1' }))).toBeInstanceOf(UnexpectedAnswer);
});

/** A client whose pauses end at once and are recorded, up to a number of pauses. */
const hurried = (most: number) => {
  const pauses: number[] = [];
  const stop = new AbortController();
  const pause = (ms: number): Promise<void> => {
    pauses.push(ms);
    if (pauses.length >= most) stop.abort();
    return Promise.resolve();
  };
  return { pauses, signal: stop.signal, pause };
};

test('a service that does not wait is not asked again at once', async () => {
  let asked = 0;
  answer = (request, response) => {
    asked++;
    const isOutput = request.url?.includes('/output') ?? false;
    const data = isOutput ? { text: '', next: 0, ended: false } : { lease: null, progress: null };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, data }));
  };
  const job = hurried(6);
  const follow = { sessionId: 'ses_1', jobId: 'job_1', signal: job.signal };
  await reasonOf(createClient({ baseUrl, pause: job.pause }).followJob(follow).next());
  expect(asked).toBeLessThan(20);
  asked = 0;
  const worker = hurried(5);
  const run = () => Promise.reject(new Error('there is no job'));
  await runWorker({ baseUrl, token: 'wrk_x', types: ['x'], run, pause: worker.pause, signal: worker.signal });
  expect(asked).toBe(5);
  for (const ms of worker.pauses) expect(ms).toBeGreaterThanOrEqual(500);
});
