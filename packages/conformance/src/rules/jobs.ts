import type { Job, JobSummary } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { CallInput } from '../caller.ts';
import {
  eventsAfter,
  fieldsOf,
  fullSessionRule,
  lastSeq,
  poolRule,
  range,
  sessionRule,
  skip,
  workerOf,
} from '../kit.ts';

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

poolRule('JOB-2', 'usage is by agent, the queue by what waits and runs', async (fixture) => {
  const { creator, partner, stranger } = fixture;
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

poolRule('JOB-4', 'a sandbox pool says which walls are up, a worker pool has none', async ({ creator }) => {
  const { pool } = await creator.ok('getCompute');
  if (pool?.isolation) ok(Object.keys(pool.isolation.walls).length > 0);
  const worker = await creator.ok('configurePool', { body: { provider: 'worker' } });
  deepEqual([worker.isolation, worker.runtimes], [null, []]);
});

poolRule('JOB-5', 'more than a maximum is 400, for a job and for the defaults of a pool', async (fixture) => {
  const { creator } = fixture;
  const beyond = { wallMs: 300_001, cpuMs: 120_001, memoryMb: 1025, diskMb: 257, outputBytes: 8 * 1024 * 1024 + 1 };
  for (const [field, value] of Object.entries(beyond)) {
    await creator.refused('VALIDATION_ERROR', 'submitJob', work({ limits: { [field]: value } }));
    await creator.refused('VALIDATION_ERROR', 'configurePool', { body: { defaults: { [field]: value } } });
    await creator.ok('submitJob', work({ limits: { [field]: value - 1 }, cost: 1 }));
  }
});

poolRule('JOB-6', 'a job is answered whole, with its id twice; payload is its input', async (fixture) => {
  const { id, creator } = fixture;
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

poolRule('JOB-8', 'input of another shape is 400, in a sandbox pool alone', async ({ creator }) => {
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

poolRule('JOB-12', 'with a worker pool every type waits for a worker', { provider: 'worker' }, async (fixture) => {
  const { creator } = fixture;
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

poolRule('JOB-18', 'jobs are listed newest first, by status and agent', { provider: 'worker' }, async (fixture) => {
  const { creator, partner, stranger } = fixture;
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

poolRule('JOB-35', 'every change of a job is one event', { provider: 'worker' }, async ({ creator, stranger }) => {
  const { id } = await creator.ok('submitJob', work());
  const { workerToken } = await creator.ok('issueWorkerToken');
  const worker = stranger.as(workerToken);
  const { lease } = await worker.ok('claimJob', { body: { types: ['suite.work'] } });
  await worker.ok('completeJob', {
    params: { jobId: id },
    body: { leaseId: lease?.leaseId ?? '', stdout: 'secret' },
  });
  const items = await eventsAfter(creator, 0);
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
  deepEqual([JSON.stringify(told).includes('secret'), JSON.stringify(told).includes(workerToken)], [false, false]);
});

poolRule('JOB-35', 'a job has the seq of its newest event', { provider: 'worker' }, async ({ creator, partner }) => {
  const jobs: Job[] = [];
  for (const number of range(4)) jobs.push(await (number % 2 ? creator : partner).ok('submitJob', work()));
  deepEqual(fieldsOf(jobs, 'queuePosition'), [1, 2, 3, 4]);
  equal(jobs.at(-1)?.seq, await lastSeq(creator));
  const [first = '', last = ''] = [jobs.at(0)?.id, jobs.at(-1)?.id];
  const cancelled = await creator.ok('cancelJob', { params: { jobId: first } });
  deepEqual([cancelled.seq, cancelled.queuePosition], [await lastSeq(creator), null]);
  deepEqual(fieldsOf((await creator.ok('listJobs')).items, 'queuePosition'), [3, 2, 1, null]);
  equal((await creator.ok('getJob', { params: { jobId: last } })).queuePosition, 3);
});

poolRule('JOB-29', 'a job of a file that is not there is refused', { provider: 'worker' }, async (fixture) => {
  const { creator } = fixture;
  const submit = (input: unknown) => ({ body: { type: 'python', input } });
  for (const input of [{ file: 'none.py' }, { code: '', files: ['none.csv'] }]) {
    const { details } = await creator.refused('VALIDATION_ERROR', 'submitJob', submit(input));
    equal(details['reason'], 'input_missing');
    match(JSON.stringify(details['paths']), /^\["none\.(py|csv)"\]$/);
  }
  equal((await creator.ok('listJobs')).items.length, 0);
  equal((await creator.ok('submitJob', submit({ code: '', files: ['none/*.csv'] }))).status, 'pending');
});

poolRule('JOB-37', 'a misspelt runtime is refused until a worker claims that type', async ({ creator }) => {
  const worker = await workerOf(creator);
  for (const [type, meant] of [
    ['pyhton', 'python'],
    ['javascrip', 'javascript'],
    ['wasn', 'wasm'],
  ] as const) {
    const { details } = await creator.refused('VALIDATION_ERROR', 'submitJob', { body: { type, input: {} } });
    deepEqual([details['reason'], details['meant']], ['unknown_type', meant]);
  }
  equal((await creator.ok('submitJob', { body: { type: 'perl', input: {}, cost: 1 } })).status, 'pending');
  equal((await worker.ok('claimJob', { body: { types: ['pyhton'] } })).lease, null);
  const { id } = await creator.ok('submitJob', { body: { type: 'pyhton', input: {}, cost: 1 } });
  equal((await worker.ok('claimJob', { body: { types: ['pyhton'] } })).lease?.job.id, id);
});

poolRule('JOB-38', 'lost outputs and patterns without a match warn', { provider: 'worker' }, async (fixture) => {
  const { creator } = fixture;
  const worker = await workerOf(creator);
  const input = { code: '', files: ['none/*.csv'], outputs: ['out/*.txt', '/work/plots/**'] };
  const submitted = await creator.ok('submitJob', { body: { type: 'python', input } });
  deepEqual(submitted.warnings, ['The input pattern "none/*.csv" matched no file of the session.']);
  const { lease } = await worker.ok('claimJob', { body: { types: ['python'] } });
  const leaseId = lease?.leaseId;
  const jobId = submitted.id;
  await worker.ok('uploadJobOutput', { params: { jobId, path: 'out/a.txt' }, body: { leaseId, content: 'x' } });
  for (const number of range(24)) {
    const path = `out/${String(number).padStart(2, '0')}.txt`;
    await worker.ok('uploadJobOutput', { params: { jobId, path }, body: { leaseId, error: 'Too large.', bytes: 9 } });
  }
  const { warnings, outputs } = await worker.ok('completeJob', { params: { jobId }, body: { leaseId } });
  deepEqual(
    fieldsOf(
      outputs.filter(({ error }) => error === null),
      'path',
    ),
    ['out/a.txt'],
  );
  equal(warnings.length, 20);
  deepEqual(
    [warnings[0], warnings[1], warnings[2], warnings[19]],
    [
      'The input pattern "none/*.csv" matched no file of the session.',
      'The output pattern "/work/plots/**" matched no file that is new or changed.',
      '"out/00.txt" was not written: Too large.',
      '7 more warnings are not shown.',
    ],
  );
  deepEqual((await creator.ok('listJobs')).items[0]?.warnings, warnings);
});
