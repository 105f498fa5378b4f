import type { EndpointName, PostedMessage, ServiceError } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPool, type PoolFixture } from '../../testing/a-pool.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { LocalCall } from './local-dispatch.ts';

const adminToken = 'the-operator';
let app: TestApp;
let fixture: PoolFixture;
let tokens: Record<string, string | undefined>;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
  fixture = await aPool(app, { provider: 'worker' });
  const { data } = await fixture.creator<{ workerToken: string }>('POST', '/compute/worker-token');
  tokens = { ...fixture.tokens, worker: data.workerToken, operator: adminToken, stranger: undefined };
});
afterAll(() => app[Symbol.asyncDispose]());

/** A direct caller of the dispatcher: the payload, or the code of the refusal. */
const call = async (name: EndpointName, given: Omit<LocalCall, 'clientAddress'>): Promise<unknown> => {
  const params = { sessionId: fixture.id, ...given.params };
  try {
    const result = await app.dispatch(name, { clientAddress: '192.0.2.1', ...given, params });
    return result.kind === 'value' ? result.data : result;
  } catch (error) {
    return (error as ServiceError).code;
  }
};

const asEach = async (name: EndpointName, given: Omit<LocalCall, 'clientAddress'>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(tokens).map(async ([who, token]) => [who, await call(name, { ...given, token })] as const),
    ),
  );

test('[ACC-8] every kind of caller reads a public session in this process, as over HTTP', async () => {
  for (const [who, session] of Object.entries(await asEach('getSession', {}))) {
    const token = tokens[who];
    const reply = await app.request('GET', `/api/sessions/${fixture.id}`, { token });
    expect({ who, session }).toEqual({ who, session: reply.data });
  }
  expect(await call('getSession', { token: 'unknown' })).toBe('UNAUTHORIZED');
});

test('[ACC-10] agents alone write, and what they write is in the log', async () => {
  const written = await asEach('postMessage', { body: { content: 'From inside' } });
  const outcomes = Object.entries(written).map(([who, data]) => [who, typeof data === 'string' ? data : 'written']);
  expect(Object.fromEntries(outcomes)).toEqual({
    creator: 'written',
    partner: 'written',
    observer: 'FORBIDDEN',
    invited: 'FORBIDDEN',
    walkIn: 'FORBIDDEN',
    worker: 'FORBIDDEN',
    operator: 'FORBIDDEN',
    stranger: 'UNAUTHORIZED',
  });
  const { data } = await fixture.stranger<{ items: { id: string }[] }>('GET', '/messages');
  const { recipients, ...message } = written['creator'] as PostedMessage;
  expect(recipients.map(({ agentId }) => agentId)).toEqual(['bob']);
  expect(data.items).toContainEqual(message);
});

test('[IDEM-1] a repeated call with the same key happens once, also over HTTP', async () => {
  const given = { token: tokens['creator'], body: { content: 'Once' }, idempotencyKey: 'the-key' };
  const params = { sessionId: fixture.id };
  const first = await app.dispatch('postMessage', { clientAddress: '192.0.2.1', ...given, params });
  const again = await app.dispatch('postMessage', { clientAddress: '192.0.2.1', ...given, params });
  expect(first).toMatchObject({ kind: 'value', status: 201, replayed: false });
  expect(again).toEqual({ ...first, replayed: true });
  const reply = await fixture.creator('POST', '/messages', {
    body: given.body,
    headers: { 'idempotency-key': 'the-key' },
  });
  expect(reply.headers.get('idempotency-replayed')).toBe('true');
});

test('[WAIT-1] a wait ends with the next event, for every kind of caller', async () => {
  const { lastSeq } = (await call('getSession', {})) as { lastSeq: number };
  const waiting = asEach('listEvents', { query: { since: String(lastSeq), wait: '30' } });
  await fixture.creator('POST', '/messages', { body: { content: 'At last' } });
  for (const page of Object.values(await waiting)) expect(page).toMatchObject({ items: [{ seq: lastSeq + 1 }] });
});

test('[LOG-6] a stream yields the log, ends with its signal, and counts like any other', async () => {
  const readers = Object.entries(tokens).map(async ([, token]) => {
    const leave = new AbortController();
    const given = { token, query: { since: '0' }, signal: leave.signal };
    const { frames } = (await call('streamEvents', given)) as { frames: AsyncIterable<Buffer> };
    let text = '';
    for await (const frame of frames) {
      text += frame.toString();
      if (text.includes('id: 2\n')) leave.abort();
    }
    return text;
  });
  for (const text of await Promise.all(readers)) {
    expect(text).toMatch(/^retry: 2000\nid: 0\n\n/);
    expect(text).toContain('event: session.created\n');
  }
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('pairspace_streams 0');
});

test('[API-13] what a body over HTTP could not hold is refused', async () => {
  const token = tokens['creator'];
  let deep: unknown = 1;
  for (let level = 0; level < 70; level++) deep = [deep];
  for (const body of [{ content: 'a\0b' }, { content: '\ud800' }, { content: 'a', metadata: { deep } }]) {
    expect(await call('postMessage', { token, body })).toBe('VALIDATION_ERROR');
  }
  const large = { content: 'a', metadata: { text: 'x'.repeat(2 * 1024 * 1024) } };
  expect(await call('postMessage', { token, body: large })).toBe('PAYLOAD_TOO_LARGE');
});
