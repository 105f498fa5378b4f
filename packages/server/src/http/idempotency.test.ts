import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { lookInside } from '@pairspace/testkit/look-inside';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const key = (value: string) => ({ headers: { 'idempotency-key': value } });

test('[IDEM-1] a key is remembered for 24 h and then forgotten', async () => {
  const { creator } = await aSession(app);
  const post = () => creator<{ id: string }>('POST', '/messages', { body: { content: 'once' }, ...key('k') });
  const first = await post();
  app.clock.advance(24 * 60 * 60 * 1000 - 1);
  const again = await post();
  expect(again.data).toEqual(first.data);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  app.clock.advance(1);
  expect((await post()).data.id).not.toBe(first.data.id);
});

test('[IDEM-3] of requests at once with one key, one writes and the others are told that it runs', async () => {
  const { creator } = await aSession(app);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => creator('POST', '/messages', { body: { content: 'at once' }, ...key('at-once') })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  for (const { error } of refused) expect(error.details).toEqual({ reason: 'request_in_flight' });
  expect(new Set(answers.filter(({ ok }) => ok).map(({ data }) => data['id'])).size).toBe(1);
  const { data } = await creator<{ items: unknown[] }>('GET', '/messages');
  expect(data.items).toHaveLength(1);
});

test('[IDEM-6] a failure is not kept: the same call runs again', async () => {
  const { creator } = await aSession(app);
  const post = () => creator('POST', '/messages', { body: { content: 'later' }, ...key('after-failure') });
  await creator('PATCH', '', { body: { status: 'completed' } });
  expect((await post()).status).toBe(409);
  await creator('PATCH', '', { body: { status: 'active' } });
  expect((await post()).status).toBe(201);
});

test('[IDEM-7] [ACC-3] neither a token nor a key is stored in the clear, and the replay still carries the token', async () => {
  const create = () =>
    app.request<{ agentToken: string; observerToken: string }>('POST', '/api/sessions', {
      body: { agentId: 'keeper' },
      ...key('my-very-own-long-key'),
    });
  const first = await create();
  const again = await create();
  expect(again.data.agentToken).toBe(first.data.agentToken);
  await using inside = await lookInside(app);
  const tables = await inside.tables();
  const rows = await Promise.all(tables.map((table) => inside.rows(`select * from ${table}`)));
  const stored = JSON.stringify(rows);
  expect(stored).toContain('keeper');
  for (const secret of [first.data.agentToken, first.data.observerToken, 'my-very-own-long-key']) {
    expect(stored).not.toContain(secret);
  }
});
