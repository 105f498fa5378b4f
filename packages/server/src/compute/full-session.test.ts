import { defaultLimits, type Job, type Lease, type Session } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aPool, type PoolFixture } from '../testing/a-pool.ts';
import { startTestApp } from '../testing/test-app.ts';

const claimed = async (fixture: PoolFixture): Promise<Lease> => {
  const lease = await fixture.claim();
  if (!lease) throw new Error('nothing to claim');
  return lease;
};

test('[CAP-3] [CAP-19] a full session stores no output of a job, and a release counts as an attempt', async () => {
  const limits = { ...defaultLimits, sessionBytes: 100_000 };
  await using small = await startTestApp({ compute: 'workers', adminToken: 'the-operator', limits });
  const fixture = await aPool(small);
  const [ended, released] = [await fixture.submit({ type: 'work' }), await fixture.submit({ type: 'work' })];
  const { leaseId } = await claimed(fixture);
  const report = { leaseId, stdout: 'x'.repeat(60_000), stderr: 'y'.repeat(60_000), result: 'z' };
  const { data } = await fixture.worker<Job>('POST', `/compute/jobs/${ended.id}/complete`, { body: report });
  expect(data).toMatchObject({ status: 'completed', stdout: '', stderr: '', result: null, truncated: true });
  expect(data.warnings.join()).toContain('left out: This session stores');
  let room = 100_000;
  while (room > 200) {
    const { data: session } = await fixture.creator<Session>('GET', '');
    room = 100_000 - (session.storedBytes ?? 0);
    const content = 'x'.repeat(Math.max(1, Math.min(20_000, room - 800)));
    if ((await fixture.creator('POST', '/messages', { body: { content } })).status !== 201) break;
  }
  for (const status of ['pending', 'failed']) {
    const lease = await claimed(fixture);
    await fixture.worker('POST', `/compute/jobs/${released.id}/release`, { body: { leaseId: lease.leaseId } });
    expect((await fixture.job(released.id)).status).toBe(status);
  }
});

test('[JOB-49] [CAP-3] an upload beyond the quota of the session is refused, and the job still ends', async () => {
  const limits = { ...defaultLimits, sessionBytes: 100_000 };
  await using small = await startTestApp({ compute: 'workers', adminToken: 'the-operator', limits });
  const fixture = await aPool(small, { maxConcurrentJobs: 10 });
  const leases = [];
  for (let count = 0; count < 2; count++) {
    await fixture.submit({ type: 'work' });
    leases.push(await claimed(fixture));
  }
  const [first, second] = leases.map(({ leaseId, job }) => ({
    upload: (path: string, body: Record<string, unknown>) =>
      fixture.worker('PUT', `/compute/jobs/${job.id}/outputs/${path}`, { body: { leaseId, ...body } }),
    complete: () => fixture.worker<Job>('POST', `/compute/jobs/${job.id}/complete`, { body: { leaseId } }),
  }));
  expect((await first?.upload('a', { content: 'a'.repeat(60_000) }))?.status).toBe(200);
  const refused = await second?.upload('b', { content: 'b'.repeat(60_000) });
  expect(refused).toMatchObject({ status: 413, error: { details: { reason: 'session_quota', limitBytes: 100_000 } } });
  expect((await second?.upload('b', { error: 'no room' }))?.status).toBe(200);
  expect((await second?.complete())?.data).toMatchObject({ status: 'completed', outputs: [{ written: false }] });
  expect((await first?.complete())?.data).toMatchObject({ status: 'completed', outputs: [{ written: true }] });
});

test('[CAP-1] [CAP-3] what a job says and the files that it made have room together, or the files are left out', async () => {
  const limits = { ...defaultLimits, sessionBytes: 100_000 };
  await using small = await startTestApp({ compute: 'workers', adminToken: 'the-operator', limits });
  const fixture = await aPool(small);
  await fixture.submit({ type: 'work' });
  const { leaseId, job } = await claimed(fixture);
  const body = { leaseId, content: 'a'.repeat(50_000) };
  expect((await fixture.worker('PUT', `/compute/jobs/${job.id}/outputs/a`, { body })).status).toBe(200);
  const report = { leaseId, stdout: 'x'.repeat(20_000), result: 'y'.repeat(30_000) };
  const { data } = await fixture.worker<Job>('POST', `/compute/jobs/${job.id}/complete`, { body: report });
  expect(data).toMatchObject({ status: 'completed', stdout: report.stdout, outputs: [{ written: false }] });
  expect(data.outputs.at(0)?.error).toMatch(/leaves no room/);
  expect((await fixture.creator<Session>('GET', '')).data.storedBytes).toBeLessThan(100_000);
});
