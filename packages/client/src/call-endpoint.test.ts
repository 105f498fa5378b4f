import { ServiceError } from '@pairspace/protocol';
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { createClient } from './client.ts';
import { ConnectionFailed, idempotencyKeyOf } from './failed-call.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A client that never waits, and records how long it would have waited. */
const patient = (baseUrl: string, fetch = globalThis.fetch) => {
  const waitedMs: number[] = [];
  const pause = (ms: number): Promise<void> => {
    waitedMs.push(ms);
    return Promise.resolve();
  };
  return { waitedMs, client: createClient({ baseUrl, fetch, pause }) };
};

const aSession = async () => {
  const { session, agentToken } = await createClient({ baseUrl: app.url }).createSession();
  return { sessionId: session.id, token: agentToken };
};

const refusing = (status: number, code: string, headers: Record<string, string>, details = {}) =>
  Response.json({ ok: false, error: { code, message: 'not now', details, requestId: 'req_1' } }, { status, headers });

/** Returns the prepared answers one after the other, then those of the service. */
const first = (...prepared: (() => Response)[]) => {
  const requests: RequestInit[] = [];
  const fetch: typeof globalThis.fetch = (url, init = {}) => {
    requests.push(init);
    const next = prepared.shift();
    return next ? Promise.resolve(next()) : globalThis.fetch(url, init);
  };
  return { requests, fetch };
};

const keyOf = (request: RequestInit | undefined) => new Headers(request?.headers).get('idempotency-key');

test('[IDEM-1] a POST whose answer is lost is sent again and happens once', async () => {
  const { sessionId, token } = await aSession();
  await using proxy = await TcpProxy.before(app.url);
  const budgets = [1, 100];
  proxy.budget = () => budgets.shift() ?? Infinity;
  const { client, waitedMs } = patient(proxy.url);
  const message = await client.withToken(token).postMessage({ sessionId, content: 'once' });
  expect(message.content).toBe('once');
  expect(proxy.connections).toBe(3);
  expect(waitedMs).toHaveLength(2);
  const { items } = await createClient({ baseUrl: app.url }).listMessages({ sessionId });
  const { recipients, ...listed } = message;
  expect(recipients).toEqual([]);
  expect(items).toEqual([listed]);
});

test('[NOTE-4] an edit whose answer is lost is not sent again', async () => {
  const { sessionId, token } = await aSession();
  await using proxy = await TcpProxy.before(app.url);
  const direct = createClient({ baseUrl: app.url, token });
  const note = await direct.createNote({ sessionId });
  proxy.budget = () => 1;
  const { client } = patient(proxy.url);
  const edit = client.withToken(token).updateNote({ sessionId, noteId: note.id, expectedVersion: 1, content: 'x' });
  await expect(edit).rejects.not.toBeInstanceOf(ServiceError);
  expect(proxy.connections).toBe(1);
  expect(await direct.getNote({ sessionId, noteId: note.id })).toMatchObject({ version: 2 });
});

test('[ERR-8] Retry-After is waited for, with the same Idempotency-Key each time', async () => {
  const { requests, fetch } = first(
    () => refusing(429, 'RATE_LIMITED', { 'retry-after': '3' }),
    () => refusing(503, 'UNAVAILABLE', {}),
  );
  const { client, waitedMs } = patient(app.url, fetch);
  const { session } = await client.createSession({ name: 'Late' });
  expect(session.name).toBe('Late');
  expect(waitedMs[0]).toBe(3000);
  expect(waitedMs[1]).toBeGreaterThanOrEqual(400);
  const keys = requests.map(keyOf);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('a heartbeat has no Idempotency-Key, so the service neither syncs it nor keeps its answer', async () => {
  const { sessionId, token } = await aSession();
  const { requests, fetch } = first(() => refusing(503, 'UNAVAILABLE', {}));
  const client = patient(app.url, fetch).client.withToken(token);
  expect(await client.heartbeat({ sessionId })).toMatchObject({ status: 'online' });
  expect(requests.map(keyOf)).toEqual([null, null]);
});

test('[IDEM-1] a 500 says not whether it was done: a read and a POST are asked again, an edit is not', async () => {
  const { sessionId, token } = await aSession();
  const failing = () => refusing(500, 'INTERNAL_ERROR', {});
  const { requests, fetch } = first(failing, failing, failing);
  const client = patient(app.url, fetch).client.withToken(token);
  expect(await client.postMessage({ sessionId, content: 'once' })).toMatchObject({ content: 'once' });
  expect(new Set(requests.map(keyOf)).size).toBe(1);
  expect(requests).toHaveLength(4);

  const again = first(failing);
  expect(await patient(app.url, again.fetch).client.listSessions()).toHaveProperty('items');
  const edited = first(failing);
  const edit = patient(app.url, edited.fetch).client.withToken(token).updateSession({ sessionId, name: 'x' });
  await expect(edit).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  expect(edited.requests).toHaveLength(1);
});

test('[IDEM-1] what is thrown has the key by which the caller’s own repetition is known', async () => {
  const { sessionId, token } = await aSession();
  await using proxy = await TcpProxy.before(app.url);
  proxy.budget = () => 1;
  const message = { sessionId, content: 'once' };
  const lost: unknown = await patient(proxy.url)
    .client.withToken(token)
    .postMessage(message)
    .catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(ConnectionFailed);
  const key = idempotencyKeyOf(lost) ?? '';
  const headers = { 'idempotency-key': key };
  const direct = createClient({ baseUrl: app.url, token });
  const told = await direct.postMessage(message, { headers });
  expect((await direct.listMessages({ sessionId })).items.map(({ id }) => id)).toEqual([told.id]);
  // A logged error does not reveal the key.
  expect(inspect(lost, { depth: 9, showHidden: true })).not.toContain(key);

  const { fetch, requests } = first(() => refusing(409, 'CONFLICT', {}, { reason: 'session_completed' }));
  const refused = patient(app.url, fetch).client.withToken(token).postMessage(message);
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(idempotencyKeyOf(error)).toBe(keyOf(requests[0]));
});

test('an Idempotency-Key of the caller’s own is kept', async () => {
  const { requests, fetch } = first();
  const mine = randomUUID();
  await patient(app.url, fetch).client.createSession({}, { headers: { 'Idempotency-Key': mine } });
  expect(keyOf(requests[0])).toBe(mine);
});

test('a time to wait that is too long is left to the caller', async () => {
  const { fetch, requests } = first(() =>
    refusing(429, 'RATE_LIMITED', { 'retry-after': '60' }, { retryAfterSeconds: 60 }),
  );
  const { client, waitedMs } = patient(app.url, fetch);
  await expect(client.listSessions()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfterSeconds: 60 },
  });
  expect(requests).toHaveLength(1);
  expect(waitedMs).toEqual([]);
});

test('tries end', async () => {
  const { client, waitedMs } = patient('http://127.0.0.1:1');
  await expect(client.listSessions()).rejects.toThrow('fetch failed');
  expect(waitedMs).toHaveLength(3);
});

test('[IDEM-3] a request that is still running is asked for again', async () => {
  const { fetch } = first(() => refusing(409, 'CONFLICT', {}, { reason: 'request_in_flight' }));
  const { client, waitedMs } = patient(app.url, fetch);
  await client.createSession();
  expect(waitedMs).toHaveLength(1);
});

test('a refusal that will not pass is thrown at once', async () => {
  const { client, waitedMs } = patient(app.url);
  await expect(client.getSession({ sessionId: 'ses_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(waitedMs).toEqual([]);
});

/** A client whose service stops sending, before or within its answer, and the requests of the client. */
const silenced = (isWithinAnswer: boolean) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const requests: unknown[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) => {
    requests.push(init);
    const end = (act: (reason: unknown) => void) => {
      init?.signal?.addEventListener('abort', () => {
        act(init.signal?.reason);
      });
    };
    if (!isWithinAnswer)
      return new Promise((_resolve, reject) => {
        end(reject);
      });
    const body = new ReadableStream({
      start(piece) {
        piece.enqueue(Buffer.from('{'));
        end((reason) => {
          piece.error(reason);
        });
      },
    });
    return Promise.resolve(new Response(body));
  };
  return { requests, client: createClient({ baseUrl: 'http://pair.example', token: 'agt_x', fetch }) };
};

test.each([false, true])('a request fails after 75 s without data, within its answer: %s', async (isWithinAnswer) => {
  const { requests, client } = silenced(isWithinAnswer);
  const { signal } = new AbortController();
  const lost = client.readInbox({ sessionId: 'ses_1', wait: 50 }, { signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(76_000);
  expect(await lost).toBeInstanceOf(ConnectionFailed);
  expect(String(await lost)).toContain('No answer from http://pair.example: nothing came for 75 s');
  expect(requests).toHaveLength(1);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a large upload has a longer timeout', async () => {
  const { client } = silenced(false);
  let isOver = false;
  const upload = client.writeFile({ sessionId: 'ses_1', path: 'a', content: 'x'.repeat(1_000_000) }).catch(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(170_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  await upload;
  expect(isOver).toBe(true);
});
