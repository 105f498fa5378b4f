import { defaultLimits, type Job, type Lease } from '@pairspace/protocol';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { aPool } from '../testing/a-pool.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let storage: Storage;
beforeAll(async () => {
  app = await startTestApp({ compute: 'workers', adminToken: 'the-operator' });
  storage = await openBeside(app);
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

test('[JOB-23] a claim that is repeated with its key gets its lease at once, and its stored answer is small', async () => {
  const fixture = await aPool(app);
  const headers = { 'idempotency-key': randomUUID() };
  const claim = () =>
    fixture.worker<{ lease: Lease | null }>('POST', '/compute/jobs/claim?wait=50', {
      body: { types: ['work'] },
      headers,
    });
  const input = { text: 'x'.repeat(50_000) };
  const { id } = await fixture.submit({ type: 'work', input });
  const first = await claim();
  expect(first.data.lease?.job).toMatchObject({ id, input, status: 'running' });
  expect((await claim()).data).toEqual(first.data);
  const complete = { body: { leaseId: first.data.lease?.leaseId }, headers: { 'idempotency-key': randomUUID() } };
  const ended = await fixture.worker<Job>('POST', `/compute/jobs/${id}/complete`, complete);
  expect(ended.data).toMatchObject({ id, input, status: 'completed' });
  expect((await fixture.worker<Job>('POST', `/compute/jobs/${id}/complete`, complete)).data).toEqual(ended.data);
  const kept = await storage.read.all<{ bytes: number }>`
    select length(answer) as bytes from idempotency where answer <> '' order by created_at desc limit 0 + 2
  `;
  for (const { bytes } of kept) expect(bytes).toBeLessThan(1000);
});

test('[JOB-23] the answer of a claim without a job is not stored for its key', async () => {
  const fixture = await aPool(app);
  const claim = () =>
    fixture.worker<{ lease: Lease | null }>('POST', '/compute/jobs/claim', {
      body: { types: ['work'] },
      headers: { 'idempotency-key': 'the-same' },
    });
  expect((await claim()).data.lease).toBeNull();
  const { id } = await fixture.submit({ type: 'work' });
  expect((await claim()).data.lease?.job.id).toBe(id);
});

test('[NET-11] waiting claims count toward the waits of the address, and a claim above the limit is refused', async () => {
  const limits = { ...defaultLimits, waitsPerAddress: 1 };
  await using small = await startTestApp({ compute: 'workers', adminToken: 'the-operator', limits });
  const fixture = await aPool(small);
  const claim = () =>
    fixture.worker<{ lease: Lease | null }>('POST', '/compute/jobs/claim?wait=50', { body: { types: ['work'] } });
  const answers = [claim(), claim()];
  expect((await Promise.race(answers)).status).toBe(429);
  await fixture.submit({ type: 'work' });
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 429]);
});
