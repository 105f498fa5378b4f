import type { Event, Job, Lease } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { aPool, type PoolFixture } from '../testing/a-pool.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { watchJobs } from './watch-jobs.ts';

const minute = 60_000;

let app: TestApp;
let beside: Storage;
beforeAll(async () => {
  app = await startTestApp({ compute: 'workers', computePollMs: 3_600_000, adminToken: 'the-operator' });
  beside = await openBeside(app);
});
afterAll(async () => {
  await beside[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await watchJobs({
    storage: beside,
    now: () => app.clock.now(),
    queueTtlMs: 10 * minute,
    keepLeases: () => Promise.resolve(),
    backend: { mode: 'workers' },
    isOnlyNode: () => true,
    closing: new AbortController().signal,
  });
};

const claimed = async (fixture: PoolFixture): Promise<Lease> => {
  const lease = await fixture.claim();
  if (!lease) throw new Error('nothing to claim');
  return lease;
};

const statuses = async ({ creator }: PoolFixture, id: string): Promise<string[]> => {
  const { data } = await creator<{ items: Event[] }>('GET', '/events?limit=200');
  const ofJobs = data.items.filter((one) => one.event === 'job.updated');
  return ofJobs.filter(({ data: job }) => job.jobId === id).map(({ data: job }) => job.status);
};

test('[JOB-14] [JOB-24] a lease that is not kept is lost: another attempt, and then the end', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  const first = await claimed(fixture);
  expect(first).toMatchObject({ leaseMs: 30_000, job: { id, status: 'running', attempt: 1, maxAttempts: 2 } });
  await pass(29_999);
  expect((await fixture.job(id)).status).toBe('running');
  await pass(1);
  expect(await fixture.job(id)).toMatchObject({ status: 'pending', attempt: 1, worker: null, startedAt: null });
  await claimed(fixture);
  await pass(30_000);
  expect(await fixture.job(id)).toMatchObject({ status: 'failed', attempt: 2, error: { reason: 'lost' }, credits: 0 });
  expect(await statuses(fixture, id)).toEqual(['pending', 'running', 'pending', 'running', 'failed']);
  expect(await fixture.pool()).toMatchObject({ usedCredits: 0, reservedCredits: 0 });
});

test('[JOB-14] a job begins after it was queued and ends after it began, though another node’s clock is behind', async () => {
  const fixture = await aPool(app);
  const { id, createdAt } = await fixture.submit({ type: 'work' });
  app.clock.advance(-5000);
  const { leaseId } = await claimed(fixture);
  expect(await fixture.job(id)).toMatchObject({ status: 'running', startedAt: createdAt });
  app.clock.advance(-5000);
  await fixture.worker('POST', `/compute/jobs/${id}/complete`, { body: { leaseId } });
  const job = await fixture.job(id);
  expect(job).toMatchObject({ status: 'completed', finishedAt: createdAt, usage: { queueMs: 0, wallMs: 0 } });
  app.clock.advance(10_000);
});

test('[JOB-14] a requeued job starts after its creation, even if the clock of another node is behind', async () => {
  const fixture = await aPool(app);
  const { id, createdAt } = await fixture.submit({ type: 'work' });
  app.clock.advance(-5000);
  const { leaseId } = await claimed(fixture);
  await fixture.worker('POST', `/compute/jobs/${id}/release`, { body: { leaseId } });
  await claimed(fixture);
  expect(await fixture.job(id)).toMatchObject({ status: 'running', startedAt: createdAt, usage: { queueMs: 0 } });
  app.clock.advance(5000);
});

test('[LIVE-1] output that restarts after a lost lease is read from its beginning', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  const path = `/compute/jobs/${id}/output`;
  const send = ({ leaseId }: Lease, text: string) =>
    fixture.worker('POST', path, { body: { leaseId, stream: 'stdout', since: 0, text } });
  const read = async (since: number, wait: number) =>
    (await fixture.creator('GET', `${path}?since=${String(since)}&wait=${String(wait)}`)).data;
  await send(await claimed(fixture), 'first');
  const waiting = read(5, 50);
  await pass(30_000);
  expect(await waiting).toMatchObject({ since: 0, next: 0, text: '', ended: false });
  await send(await claimed(fixture), 'new');
  expect(await read(0, 0)).toMatchObject({ since: 0, next: 3, text: 'new' });
  expect(await read(5, 50)).toMatchObject({ since: 3, next: 3, text: '', ended: false });
});

test('[JOB-24] a heartbeat keeps a lease for another 30 s', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  const { leaseId } = await claimed(fixture);
  for (let beats = 0; beats < 5; beats++) {
    await pass(29_000);
    const beat = await fixture.worker('POST', `/compute/jobs/${id}/heartbeat`, { body: { leaseId } });
    expect(beat.status).toBe(200);
  }
  expect((await fixture.job(id)).status).toBe('running');
});

test('[JOB-24] [JOB-14] a lease is renewed while its files are sent over a slow connection', async () => {
  const fixture = await aPool(app);
  const megabyte = 2 ** 20;
  const content = 'x'.repeat(megabyte);
  // The files are larger than the buffers of the connection.
  for (let count = 0; count < 16; count++)
    await fixture.creator('POST', '/files', { body: { path: `in/${String(count)}`, content } });
  const limits = { diskMb: 64 };
  const { id } = await fixture.submit({ type: 'python', input: { code: '', files: ['in/*'] }, limits });
  const { body } = await fetch(`${app.url}/api/compute/jobs/claim`, {
    method: 'POST',
    headers: { authorization: 'Bearer the-operator', 'content-type': 'application/json' },
    body: JSON.stringify({ types: ['python'] }),
  });
  const reader = body?.getReader();
  const readMost = async (bytes: number): Promise<void> => {
    for (let read = 0; read < bytes;) {
      const piece = await reader?.read();
      if (!piece?.value) return;
      read += piece.value.length;
    }
  };
  app.clock.advance(20_000);
  await readMost(12 * megabyte);
  app.clock.advance(20_000);
  await readMost(Infinity);
  await pass(0);
  expect(await fixture.job(id)).toMatchObject({ status: 'running', attempt: 1 });
});

test('[JOB-24] [JOB-11] a late attempt changes nothing: not the record, not a file, not a credit', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  const late = await claimed(fixture);
  await pass(30_000);
  const second = await claimed(fixture);
  const upload = ({ leaseId }: Lease, content: string) =>
    fixture.worker('PUT', `/compute/jobs/${id}/outputs/out.txt`, { body: { leaseId, content } });
  expect((await upload(late, 'late')).error.details).toMatchObject({ reason: 'lease_lost' });
  expect((await upload(second, 'second')).status).toBe(200);
  for (const [call, body] of [
    ['complete', { credits: 3 }],
    ['fail', { reason: 'exit' }],
    ['heartbeat', {}],
    ['release', {}],
  ] as const) {
    const refused = await fixture.worker('POST', `/compute/jobs/${id}/${call}`, {
      body: { leaseId: late.leaseId, ...body },
    });
    expect(refused).toMatchObject({ status: 409, error: { details: { reason: 'lease_lost' } } });
  }
  expect((await fixture.creator('GET', '/files/out.txt')).status).toBe(404);
  const ended = await fixture.worker<Job>('POST', `/compute/jobs/${id}/complete`, {
    body: { leaseId: second.leaseId, credits: 2 },
  });
  expect(ended.data).toMatchObject({ status: 'completed', credits: 2, outputs: [{ path: 'out.txt', written: true }] });
  const file = await fixture.creator('GET', '/files/out.txt');
  expect(file.data).toMatchObject({ content: 'second', version: 1, createdBy: { kind: 'agent', id: 'ada' } });
  expect(await fixture.pool()).toMatchObject({ usedCredits: 2, reservedCredits: 0 });
});

test('[JOB-15] a job that waits for 10 min without a turn expires', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  await pass(10 * minute - 1);
  expect((await fixture.job(id)).status).toBe('pending');
  await pass(1);
  expect(await fixture.job(id)).toMatchObject({ status: 'failed', error: { reason: 'expired' }, queuePosition: null });
  expect(await fixture.claim()).toBeNull();
  expect(await fixture.pool()).toMatchObject({ reservedCredits: 0 });
});

test('[JOB-17] while a session is paused its jobs wait, and their time stands still', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  await pass(4 * minute);
  await fixture.creator('PATCH', '', { body: { status: 'paused' } });
  await pass(0);
  expect(await fixture.claim()).toBeNull();
  await pass(60 * minute);
  expect((await fixture.job(id)).status).toBe('pending');
  await fixture.creator('PATCH', '', { body: { status: 'active' } });
  await pass(0);
  await pass(6 * minute - 1);
  expect((await fixture.job(id)).status).toBe('pending');
  await pass(1);
  expect((await fixture.job(id)).error?.reason).toBe('expired');
});

test('[JOB-28] what has not ended when its session is completed is cancelled, after the event', async () => {
  const fixture = await aPool(app);
  const [running, waiting] = [await fixture.submit({ type: 'work' }), await fixture.submit({ type: 'work' })];
  const { leaseId } = await claimed(fixture);
  const upload = { body: { leaseId, content: 'x' } };
  await fixture.worker('PUT', `/compute/jobs/${running.id}/outputs/out.txt`, upload);
  await fixture.creator('PATCH', '', { body: { status: 'completed' } });
  expect(await fixture.claim()).toBeNull();
  const late = await fixture.worker<Job>('POST', `/compute/jobs/${running.id}/complete`, { body: { leaseId } });
  expect(late.data).toMatchObject({ status: 'cancelled', outputs: [] });
  await pass(0);
  expect(await fixture.job(waiting.id)).toMatchObject({ status: 'cancelled', error: { reason: 'cancelled' } });
  expect((await fixture.creator('GET', '/files/out.txt')).status).toBe(404);
  expect(await fixture.pool()).toMatchObject({ reservedCredits: 0 });
});

test('[JOB-28] a deleted session takes its jobs along', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  const { leaseId } = await claimed(fixture);
  await fixture.creator('DELETE', '');
  const operator = { token: 'the-operator', body: { leaseId } };
  const path = `/api/sessions/${fixture.id}/compute/jobs/${id}`;
  expect((await app.request('POST', `${path}/complete`, operator)).status).toBe(404);
  await pass(minute);
});

test('[JOB-26] [JOB-22] a job that is released goes back unharmed, and the attempt does not count', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  for (let releases = 0; releases < 4; releases++) {
    const { leaseId, job } = await claimed(fixture);
    expect(job.attempt).toBe(1);
    const released = await fixture.worker<Job>('POST', `/compute/jobs/${id}/release`, { body: { leaseId } });
    expect(released.data).toMatchObject({ status: 'pending', attempt: 0, queuePosition: 1 });
  }
});

test('[JOB-23] [JOB-25] an operator’s worker takes jobs of every session, by type', async () => {
  const fixtures = [await aPool(app), await aPool(app)];
  for (const fixture of fixtures) await fixture.submit({ type: 'fleet.work' });
  const claim = (types: string[], token: string) =>
    app.request<{ lease: Lease | null }>('POST', '/api/compute/jobs/claim', {
      token,
      body: { types, worker: 'box-7' },
    });
  expect((await claim(['fleet.other'], 'the-operator')).data.lease).toBeNull();
  const leases = [await claim(['fleet.work'], 'the-operator'), await claim(['fleet.work'], 'the-operator')];
  const sessions = leases.map(({ data }) => data.lease?.job.sessionId);
  expect(new Set(sessions)).toEqual(new Set(fixtures.map(({ id }) => id)));
  expect(leases[0]?.data.lease?.job.worker).toBe('box-7');
  for (const lease of leases) {
    const { sessionId = '', id = '' } = lease.data.lease?.job ?? {};
    const body = { leaseId: lease.data.lease?.leaseId };
    const ended = await app.request<Job>('POST', `/api/sessions/${sessionId}/compute/jobs/${id}/complete`, {
      token: 'the-operator',
      body: { ...body, result: { done: true } },
    });
    expect(ended.data).toMatchObject({ status: 'completed', result: { done: true }, credits: 10, cost: 10 });
  }
  expect((await claim(['fleet.work'], 'the-wrong-one')).status).toBe(401);
  const [fixture] = fixtures;
  expect((await claim(['fleet.work'], fixture?.tokens.creator ?? '')).status).toBe(403);
});

test('[JOB-23] a claim waits, and has a job as soon as there is one', async () => {
  const fixture = await aPool(app);
  const waiting = fixture.worker<{ lease: Lease | null }>('POST', '/compute/jobs/claim?wait=50', {
    body: { types: ['work'] },
  });
  const { id } = await fixture.submit({ type: 'work' });
  expect((await waiting).data.lease?.job.id).toBe(id);
});

test('[JOB-20] a cancelled job is taken away from whoever runs it', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit({ type: 'work' });
  const { leaseId } = await claimed(fixture);
  expect((await fixture.partner<Job>('POST', `/compute/jobs/${id}/cancel`)).data.status).toBe('cancelled');
  const beat = await fixture.worker('POST', `/compute/jobs/${id}/heartbeat`, { body: { leaseId } });
  expect(beat).toMatchObject({ status: 409, error: { details: { reason: 'lease_lost', status: 'cancelled' } } });
  expect((await fixture.creator('POST', `/compute/jobs/${id}/cancel`)).status).toBe(200);
});

test('[JOB-13] [JOB-27] [JOB-2] what is reserved cannot be reserved again, and the sums say who used what', async () => {
  const fixture = await aPool(app, { totalCredits: 10, perAgentCredits: 6 });
  const refused = async (by: typeof fixture.creator, cost: number) =>
    (await by('POST', '/compute/jobs', { body: { type: 'work', cost } })).error.details;
  await fixture.submit({ type: 'work', cost: 4.5 });
  expect(await refused(fixture.creator, 2)).toMatchObject({
    reason: 'out_of_credits',
    remainingCredits: 1.5,
    perAgentCredits: 6.5,
  });
  await fixture.submit({ type: 'work', cost: 5 }, fixture.partner);
  expect(await refused(fixture.partner, 0.6)).toMatchObject({
    reason: 'out_of_credits',
    remainingCredits: 0.5,
    totalCredits: 10.1,
  });
  const { job, leaseId } = await claimed(fixture);
  await fixture.worker('POST', `/compute/jobs/${job.id}/fail`, {
    body: { leaseId, reason: 'memory', message: 'Too little', usage: { cpuMs: 1250, wallMs: 2000, outputBytes: 7 } },
  });
  const { data } = await fixture.creator<{ agentUsage: Record<string, unknown>[]; queue: unknown }>('GET', '/compute');
  expect(data.queue).toEqual({ pending: 1, running: 0 });
  const usage = data.agentUsage.find(({ agentId }) => agentId === job.submittedBy.agentId);
  expect(usage).toMatchObject({ jobs: 1, failed: 1, pending: 0, credits: 1.25, cpuMs: 1250, wallMs: 2000 });
  expect(await fixture.pool()).toMatchObject({ usedCredits: 1.25, totalCredits: 10 });
});

test('[JOB-18] [API-20] a page of jobs ends before it is too large, and the next goes on', async () => {
  const fixture = await aPool(app, { maxConcurrentJobs: 100 });
  for (let count = 0; count < 20; count++) {
    const { id } = await fixture.submit({ type: 'work' });
    const { leaseId } = await claimed(fixture);
    const body = { leaseId, result: 'x'.repeat(250 * 1024) };
    expect((await fixture.worker('POST', `/compute/jobs/${id}/complete`, { body })).status).toBe(200);
  }
  interface JobPage {
    items: Job[];
    nextCursor: string | null;
  }
  const pageAt = async (cursor = ''): Promise<JobPage> =>
    (await fixture.creator<JobPage>('GET', `/compute/jobs?limit=200${cursor && `&cursor=${cursor}`}`)).data;
  const pages = [await pageAt()];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await pageAt(next));
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
  expect(pages.length).toBeGreaterThan(1);
});

const kept = async (sessionId: string) => ({
  uploads: await beside.read.get`select count(*) as n from job_upload where session_id = ${sessionId}`,
  contents: await beside.read.all`select uses from content where session_id = ${sessionId}`,
});

test('[JOB-46] however a lease ends, nothing of its uploads is left but the files of a completed job', async () => {
  const fixture = await aPool(app, { maxConcurrentJobs: 10 });
  const ends: Record<string, (jobId: string, leaseId: string) => Promise<unknown>> = {
    fail: (id, leaseId) => fixture.worker('POST', `/compute/jobs/${id}/fail`, { body: { leaseId } }),
    cancel: (id) => fixture.creator('POST', `/compute/jobs/${id}/cancel`),
    release: async (id, leaseId) => {
      await fixture.worker('POST', `/compute/jobs/${id}/release`, { body: { leaseId } });
      await fixture.creator('POST', `/compute/jobs/${id}/cancel`);
    },
    lose: async (id) => {
      await pass(30_000);
      await fixture.creator('POST', `/compute/jobs/${id}/cancel`);
    },
    complete: (id, leaseId) => fixture.worker('POST', `/compute/jobs/${id}/complete`, { body: { leaseId } }),
  };
  for (const [how, end] of Object.entries(ends)) {
    const { id } = await fixture.submit({ type: 'work' });
    const { leaseId } = await claimed(fixture);
    for (const path of ['a', 'b', 'b']) {
      const upload = { body: { leaseId, content: `${how} ${path}` } };
      expect((await fixture.worker('PUT', `/compute/jobs/${id}/outputs/${path}`, upload)).status).toBe(200);
    }
    await end(id, leaseId);
    const uses = how === 'complete' ? [{ uses: 1 }, { uses: 1 }] : [];
    expect(await kept(fixture.id)).toEqual({ uploads: { n: 0 }, contents: uses });
  }
});
