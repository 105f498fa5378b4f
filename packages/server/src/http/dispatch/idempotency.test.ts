import { until } from '@pairspace/testkit/until';
import type { Lease } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { lookInside } from '@pairspace/testkit/look-inside';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

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

test('[ACC-3] neither a token nor a key is stored in the clear, and the replay still carries the token', async () => {
  const create = () =>
    app.request<{ agentToken: string; observerToken: string }>('POST', '/api/sessions', {
      body: { agentId: 'keeper' },
      ...key('my-very-own-0b9f2c4e-7d1a-4e38-9c55-2f6a8d03b7e1'),
    });
  const first = await create();
  const again = await create();
  expect(again.data.agentToken).toBe(first.data.agentToken);
  await using inside = await lookInside(app);
  const tables = await inside.tables();
  const rows = await Promise.all(tables.map((table) => inside.rows(`select * from ${table}`)));
  const stored = JSON.stringify(rows);
  expect(stored).toContain('keeper');
  for (const secret of [
    first.data.agentToken,
    first.data.observerToken,
    'my-very-own-0b9f2c4e-7d1a-4e38-9c55-2f6a8d03b7e1',
  ]) {
    expect(stored).not.toContain(secret);
  }
});

test('[CAP-19] kept answers take as much as the session may store, and give it back after their time', async () => {
  await using small = await startTestApp({ limits: { ...app.config.limits, sessionBytes: 50_000 } });
  const { creator } = await aSession(small);
  const again = (index: number, keyed = true) =>
    creator('POST', '/visibility', { body: { visibility: 'public' }, ...(keyed && key(`again-${String(index)}`)) });
  let kept = 0;
  while ((await again(kept)).ok) kept++;
  expect(kept).toBeGreaterThan(10);
  const refused = await again(kept);
  expect([refused.status, refused.error.details]).toMatchObject([413, { reason: 'session_quota', limitBytes: 50_000 }]);
  expect((await again(0)).headers.get('idempotency-replayed')).toBe('true');
  expect((await again(kept, false)).status).toBe(200);
  small.clock.advance(24 * 60 * 60 * 1000);
  await until(async () => {
    expect((await again(kept)).status).toBe(200);
  });
});

test('[CAP-19] [JOB-23] of a claim is kept which job it took; what the job works on is read anew, until the lease is over', async () => {
  const { creator } = await aSession(app);
  const content = 'x'.repeat(200_000);
  await creator('POST', '/files', { body: { path: 'in/large.txt', content } });
  await creator('POST', '/compute', { body: { provider: 'worker' } });
  const token = (await creator<{ workerToken: string }>('POST', '/compute/worker-token')).data.workerToken;
  const input = { code: 'print(1)', files: ['in/**'] };
  const job = (
    await creator<{ id: string; sessionId: string }>('POST', '/compute/jobs', { body: { type: 'python', input } })
  ).data;
  const path = `/api/sessions/${job.sessionId}/compute`;
  const claim = () =>
    app.request<{ lease: Lease }>('POST', `${path}/jobs/claim`, {
      token,
      body: { types: ['python'] },
      ...key('claim'),
    });
  const { lease } = (await claim()).data;
  expect([lease.code, lease.files]).toEqual(['print(1)', [{ path: 'in/large.txt', content, encoding: 'utf-8' }]]);
  const again = await claim();
  expect(again.data).toEqual({ lease });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  await using inside = await lookInside(app);
  const [largest] = await inside.rows('select max(length(answer)) as bytes from idempotency');
  expect(Number(largest?.['bytes'])).toBeLessThan(20_000);
  await app.request('POST', `${path}/jobs/${job.id}/release`, { token, body: { leaseId: lease.leaseId } });
  const late = await claim();
  expect([late.status, late.error.details?.['reason']]).toEqual([409, 'lease_lost']);
});
