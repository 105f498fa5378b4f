import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Job, JobSummary } from '@pairspace/protocol';
import type { CallInput } from '../caller.ts';
import { fullSessionRule, rule, sessionRule } from '../rule.ts';
import { lastSeq, withPool } from '../session-fixture.ts';
import { fieldsOf, range, skip } from '../tools.ts';

const work = (more: Record<string, unknown> = {}): CallInput => ({
  body: { type: 'suite.work', input: { a: 1 }, ...more },
});

sessionRule('JOB-1', 'a pool is made, then changed with its fields merged', async ({ id, creator, partner }) => {
  const made = await creator.success('configurePool', {});
  equal(made.status, 201);
  const { provider, totalCredits, usedCredits, reservedCredits, remainingCredits, perAgentCredits } = made.data;
  deepEqual(
    [made.data.sessionId, provider, totalCredits, usedCredits, reservedCredits, remainingCredits, perAgentCredits],
    [id, 'sandbox', 1000, 0, 0, 1000, null],
  );
  const body = { provider: 'worker', perAgentCredits: 5, defaults: { wallMs: 1234 } };
  const changed = await partner.success('configurePool', { body });
  equal(changed.status, 200);
  deepEqual(
    [changed.data.provider, changed.data.totalCredits, changed.data.perAgentCredits, changed.data.defaults.wallMs],
    ['worker', 1000, 5, 1234],
  );
  equal(changed.data.defaults.cpuMs, 10_000);
  equal((await creator.ok('configurePool', { body: { provider: 'local' } })).provider, 'sandbox');
});

sessionRule('JOB-2', 'without a pool there is none to read, and no usage', async ({ stranger }) => {
  deepEqual(await stranger.ok('getCompute'), { pool: null, agentUsage: [], queue: { pending: 0, running: 0 } });
});

rule('JOB-2', 'usage is told by agent, the queue by what waits and runs', async ({ aSession }) => {
  const { creator, partner, stranger } = await withPool(aSession());
  for (const by of [creator, partner, partner]) await by.ok('submitJob', work({ cost: 2 }));
  const { pool, agentUsage, queue } = await stranger.ok('getCompute');
  deepEqual(fieldsOf(agentUsage, 'agentId', 'jobs', 'pending'), [
    ['ada', 1, 1],
    ['bob', 2, 2],
  ]);
  deepEqual(queue, { pending: 3, running: 0 });
  equal(pool?.reservedCredits, 6);
});

fullSessionRule('JOB-3', 'credits are what a worker reports, fractions too', async ({ worker, lease, creator }) => {
  const body = { leaseId: lease.leaseId, credits: 0.125 };
  equal((await worker.ok('completeJob', { params: { jobId: lease.job.id }, body })).credits, 0.125);
  equal((await creator.ok('getCompute')).pool?.usedCredits, 0.125);
});

rule('JOB-4', 'a sandbox pool says which walls are up, a worker pool has none', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
  const { pool } = await creator.ok('getCompute');
  if (pool?.isolation) ok(Object.keys(pool.isolation.walls).length > 0);
  const worker = await creator.ok('configurePool', { body: { provider: 'worker' } });
  deepEqual([worker.isolation, worker.runtimes], [null, []]);
});

rule('JOB-5', 'more than a server maximum is 400, for a job and for the defaults of a pool', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
  const beyond = { wallMs: 300_001, cpuMs: 120_001, memoryMb: 1025, diskMb: 257, outputBytes: 8 * 1024 * 1024 + 1 };
  for (const [field, value] of Object.entries(beyond)) {
    await creator.refused('VALIDATION_ERROR', 'submitJob', work({ limits: { [field]: value } }));
    await creator.refused('VALIDATION_ERROR', 'configurePool', { body: { defaults: { [field]: value } } });
    await creator.ok('submitJob', work({ limits: { [field]: value - 1 }, cost: 1 }));
  }
});

rule('JOB-6', 'a job is answered whole, with its id twice; payload is input by another name', async ({ aSession }) => {
  const { id, creator } = await withPool(aSession());
  const { status, data } = await creator.success('submitJob', {
    body: { type: 'suite.work', payload: [1, { b: null }], label: 'First', cost: 1.5, limits: { wallMs: 5 } },
  });
  equal(status, 201);
  deepEqual(
    [data.sessionId, data.jobId, data.status, data.label, data.cost, data.attempt, data.queuePosition],
    [id, data.id, 'pending', 'First', 1.5, 0, 1],
  );
  deepEqual([data.input, data.limits.wallMs, data.limits.cpuMs], [[1, { b: null }], 5, 10_000]);
  deepEqual(data.submittedBy, { agentId: 'ada', agentName: 'Ada' });
  deepEqual(await creator.ok('getJob', { params: { jobId: data.id } }), data);
});

rule('JOB-8', 'input of another shape is 400, in a sandbox pool alone', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
  const inputs = [
    {},
    null,
    'print(1)',
    { code: 1 },
    { code: 'x', file: 'y' },
    { code: 'x', codeEncoding: 'hex' },
    { code: 'x', args: 'a' },
    { code: 'x', env: { 'A=B': 'c' } },
    { code: 'x', files: [''] },
    { code: 'x', onConflict: 'ask' },
    { file: '../x' },
  ];
  const { pool } = await creator.ok('getCompute');
  if (pool?.runtimes.length === 0) skip('the service has no sandbox');
  for (const input of inputs) {
    await creator.refused('VALIDATION_ERROR', 'submitJob', { body: { type: 'javascript', input } });
  }
  await creator.ok('configurePool', { body: { provider: 'worker' } });
  for (const input of inputs) await creator.ok('submitJob', { body: { type: 'javascript', input, cost: 1 } });
});

rule('JOB-12', 'any other type waits for a worker, and with provider worker every type', async ({ aSession }) => {
  const { creator } = await withPool(aSession(), { provider: 'worker' });
  for (const type of ['a', 'llm.call', 'x-1_y.z', 'javascript', 'python']) {
    equal((await creator.ok('submitJob', { body: { type, input: null, cost: 1 } })).status, 'pending', type);
  }
});

sessionRule('JOB-13', 'no pool, no credits and a full queue are refused', async ({ creator }) => {
  await creator.conflict('no_pool', 'submitJob', work());
  await creator.conflict('no_pool', 'issueWorkerToken');
  await creator.ok('configurePool', { body: { totalCredits: 30, maxQueuedJobs: 2 } });
  await creator.conflict('out_of_credits', 'submitJob', work({ cost: 31 }));
  await creator.ok('submitJob', work({ cost: 1 }));
  await creator.ok('submitJob', work({ cost: 1 }));
  await creator.refused('RATE_LIMITED', 'submitJob', work({ cost: 1 }));
});

rule('JOB-18', 'jobs are listed newest first, by status and agent, without their texts', async ({ aSession }) => {
  const { creator, partner, stranger } = await withPool(aSession(), { provider: 'worker' });
  const jobs: Job[] = [];
  for (const by of [creator, partner, creator]) jobs.push(await by.ok('submitJob', work()));
  await creator.ok('cancelJob', { params: { jobId: jobs[0]?.id ?? '' } });
  const idsOf = async (query: CallInput['query']) =>
    (await stranger.ok('listJobs', { query: query ?? {} })).items.map((job: JobSummary) => job.id);
  const [first, second, third] = jobs.map(({ id }) => id);
  deepEqual(await idsOf({}), [third, second, first]);
  deepEqual(await idsOf({ agentId: 'bob' }), [second]);
  deepEqual(await idsOf({ status: 'cancelled' }), [first]);
  deepEqual(await idsOf({ status: 'pending', agentId: 'ada' }), [third]);
});

fullSessionRule('JOB-18', 'a wait holds until the job ends', async ({ worker, lease, stranger, job, creator }) => {
  const waiting = stranger.ok('getJob', { params: { jobId: lease.job.id }, query: { wait: 30 } });
  await worker.ok('completeJob', { params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId, result: 7 } });
  const found = await waiting;
  deepEqual([found.status, found.result], ['completed', 7]);
  const cancelled = stranger.ok('getJob', { params: { jobId: job.id }, query: { wait: 30 } });
  await creator.ok('cancelJob', { params: { jobId: job.id } });
  equal((await cancelled).status, 'cancelled');
});

fullSessionRule('JOB-20', 'any agent cancels a job, once', async ({ creator, partner, worker, lease, job }) => {
  const cancelled = await partner.ok('cancelJob', { params: { jobId: job.id } });
  deepEqual([cancelled.status, cancelled.error?.reason], ['cancelled', 'cancelled']);
  const before = await lastSeq(creator);
  await creator.ok('cancelJob', { params: { jobId: job.id } });
  equal(await lastSeq(creator), before);
  const params = { jobId: lease.job.id };
  await worker.ok('failJob', { params, body: { leaseId: lease.leaseId, reason: 'exit', message: 'no' } });
  await creator.conflict('job_ended', 'cancelJob', { params });
});

rule('JOB-35', 'every change of a job is one event with the job as lists have it', async ({ aSession }) => {
  const { creator, stranger } = await withPool(aSession(), { provider: 'worker' });
  const { id } = await creator.ok('submitJob', work());
  const { workerToken } = await creator.ok('issueWorkerToken');
  const worker = stranger.as(workerToken);
  const { lease } = await worker.ok('claimJob', { body: { types: ['suite.work'] } });
  await worker.ok('completeJob', { params: { jobId: id }, body: { leaseId: lease?.leaseId ?? '', stdout: 'secret' } });
  const { items } = await creator.ok('listEvents', { query: { limit: 200 } });
  const told = items.filter(({ event }) => event === 'job.updated' || event === 'compute.updated');
  deepEqual(
    told.map(({ event, data, actor }) => [event, 'status' in data ? data.status : undefined, actor.kind]),
    [
      ['compute.updated', undefined, 'agent'],
      ['job.updated', 'pending', 'agent'],
      ['compute.updated', undefined, 'agent'],
      ['job.updated', 'running', 'system'],
      ['job.updated', 'completed', 'system'],
    ],
  );
  equal(JSON.stringify(told).includes('secret'), false);
  equal(JSON.stringify(told).includes(workerToken), false);
});

rule('JOB-35', 'the seq of a job is that of its newest event; positions count by age', async ({ aSession }) => {
  const fixture = await withPool(aSession(), { provider: 'worker' });
  const { creator, partner } = fixture;
  const jobs: Job[] = [];
  for (const number of range(4)) jobs.push(await (number % 2 ? creator : partner).ok('submitJob', work()));
  deepEqual(fieldsOf(jobs, 'queuePosition'), [1, 2, 3, 4]);
  equal(jobs.at(-1)?.seq, await lastSeq(fixture.creator));
  const [first = '', last = ''] = [jobs.at(0)?.id, jobs.at(-1)?.id];
  const cancelled = await creator.ok('cancelJob', { params: { jobId: first } });
  deepEqual([cancelled.seq, cancelled.queuePosition], [await lastSeq(fixture.creator), null]);
  const { items } = await creator.ok('listJobs');
  deepEqual(fieldsOf(items, 'queuePosition'), [3, 2, 1, null]);
  equal((await creator.ok('getJob', { params: { jobId: last } })).queuePosition, 3);
});

rule('JOB-29', 'a job that names a file which is not there is refused, whoever runs it', async ({ aSession }) => {
  const { creator } = await withPool(aSession(), { provider: 'worker' });
  const submit = (input: unknown) => ({ body: { type: 'python', input } });
  for (const input of [{ file: 'none.py' }, { code: '', files: ['none.csv'] }]) {
    const { details } = await creator.refused('VALIDATION_ERROR', 'submitJob', submit(input));
    equal(details['reason'], 'input_missing');
    match(JSON.stringify(details['paths']), /^\["none\.(py|csv)"\]$/);
  }
  equal((await creator.ok('listJobs')).items.length, 0);
  equal((await creator.ok('submitJob', submit({ code: '', files: ['none/*.csv'] }))).status, 'pending');
});
