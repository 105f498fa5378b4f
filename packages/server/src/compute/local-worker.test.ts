import { until } from '@pairspace/testkit/until';
import { defaultLimits, type Event, type Job } from '@pairspace/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasEnded } from './job-store.ts';
import { aPool, type PoolFixture } from '../testing/a-pool.ts';
import { FakeSandbox } from '../testing/fake-sandbox.ts';
import { openBeside, untilUnlocked } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { AgentCaller } from '../access/caller.ts';
import { claimJob } from './leases.ts';
import { submitJob } from './submit-job.ts';

const settings = { computePollMs: 100, computeSlots: 2, computeMemoryMb: 1000 };

let sandbox: FakeSandbox;
let app: TestApp;
beforeEach(async () => {
  sandbox = new FakeSandbox();
  app = await startTestApp(settings, undefined, sandbox);
});
afterEach(() => app[Symbol.asyncDispose]());

const js = (input: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  type: 'javascript',
  input: { code: 'x', ...input },
  ...more,
});

/** Waits until so many children run. */
const children = (count: number): Promise<void> =>
  until(() => {
    expect(sandbox.children.filter(({ aborted }) => !aborted)).toHaveLength(count);
  });
const write = (fixture: PoolFixture, path: string, content: string) =>
  fixture.creator('POST', '/files', { body: { path, content } });

test('[JOB-8] a job gets its files as they were when it was submitted', async () => {
  const fixture = await aPool(app, { maxConcurrentJobs: 1 });
  await write(fixture, 'src/main.js', 'first');
  await write(fixture, 'data/a.csv', '1');
  await write(fixture, 'data/b.txt', 'no');
  const blocker = await fixture.submit(js());
  await children(1);
  const { id } = await fixture.submit(
    js({ code: undefined, file: 'src/main.js', files: ['data/*.csv'], args: ['1'], env: { A: 'b' }, stdin: 'in' }),
  );
  await write(fixture, 'src/main.js', 'second');
  await write(fixture, 'data/a.csv', '2');
  await fixture.creator('DELETE', '/files/data/a.csv');
  sandbox.children[0]?.end();
  await fixture.until(blocker.id, ({ status }) => status === 'completed');
  await children(2);
  expect(sandbox.children[1]?.job).toMatchObject({
    runtime: 'javascript',
    code: 'first',
    codePath: 'src/main.js',
    files: [{ path: 'data/a.csv', content: '1' }],
    args: ['1'],
    env: { A: 'b' },
    stdin: 'in',
  });
  sandbox.children[1]?.end({
    stdout: 'out\0',
    usage: { wallMs: 5, cpuMs: 2500, peakMemoryMb: 3, outputBytes: 4, estimated: false },
  });
  const ended = await fixture.until(id, ({ status }) => hasEnded(status));
  expect(ended).toMatchObject({ status: 'completed', stdout: 'out\ufffd', credits: 2.5, exitCode: 0 });
  expect(ended.usage).toMatchObject({ cpuMs: 2500, wallMs: 5, peakMemoryMb: 3, outputBytes: 4, estimated: false });
  await using beside = await openBeside(app);
  expect(await beside.read.get`select count(*) as n from job_file where job_id = ${id}`).toEqual({ n: 0 });
});

test('[JOB-33] no more run at once than there are slots and memory for; a large one is not overtaken', async () => {
  const fixture = await aPool(app, { maxConcurrentJobs: 10 });
  await fixture.submit(js({}, { limits: { memoryMb: 500 } }));
  await children(1);
  const large = await fixture.submit(js({}, { limits: { memoryMb: 600 } }));
  const small = await fixture.submit(js({}, { limits: { memoryMb: 64 } }));
  expect(await fixture.job(large.id)).toMatchObject({ status: 'pending', queuePosition: 1 });
  expect(await fixture.job(small.id)).toMatchObject({ status: 'pending', queuePosition: 2 });
  sandbox.children[0]?.end();
  await fixture.until(large.id, ({ status }) => status === 'running');
  await fixture.until(small.id, ({ status }) => status === 'running');
  const refused = await fixture.creator('POST', '/compute/jobs', { body: js({}, { limits: { memoryMb: 950 } }) });
  expect(refused).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } });
});

test('[JOB-20] cancelling a job stops its child; so does deleting its session', async () => {
  const [first, second] = [await aPool(app), await aPool(app)];
  const { id } = await first.submit(js());
  await second.submit(js());
  await children(2);
  app.clock.advance(1500);
  const cancelled = await first.partner<Job>('POST', `/compute/jobs/${id}/cancel`);
  expect(cancelled.data).toMatchObject({ status: 'cancelled', error: { reason: 'cancelled' }, credits: 1.5 });
  await children(1);
  await second.creator('DELETE', '');
  await children(0);
});

test('[JOB-20] [JOB-33] what is queued, cancelled or ended tells whom it concerns: nobody waits until he looks again', async () => {
  await using seldom = await startTestApp(
    { ...settings, computeSlots: 1, computePollMs: 3_600_000 },
    undefined,
    sandbox,
  );
  const fixture = await aPool(seldom);
  const jobs = [await fixture.submit(js()), await fixture.submit(js()), await fixture.submit(js())];
  await children(1);
  await fixture.creator('POST', `/compute/jobs/${jobs[0]?.id ?? ''}/cancel`);
  await until(() => {
    expect(sandbox.children).toHaveLength(2);
  });
  sandbox.children[1]?.end();
  await until(() => {
    expect(sandbox.children).toHaveLength(3);
  });
});

test('[JOB-30] a job that waits for a runtime which is refused meanwhile ends at once and costs nothing', async () => {
  const fixture = await aPool(app);
  for (let count = 0; count < settings.computeSlots; count++) await fixture.submit(js());
  await children(2);
  const { id: waiting } = await fixture.submit(js());
  const { id: other } = await fixture.submit({ type: 'python', input: { code: '' } });
  const [javascript] = sandbox.runtimes;
  if (javascript) Object.assign(javascript, { available: false, reason: 'it reached the host' });
  sandbox.onEvent?.({ type: 'runtime_refused', runtime: 'javascript', failures: ['it reached the host'] });
  for (const child of sandbox.children) child.end();
  await fixture.until(other, ({ status }) => status === 'running');
  await children(3);
  sandbox.children[2]?.end();
  await fixture.until(other, ({ status }) => status === 'completed');
  expect(sandbox.children.map(({ job }) => job.runtime)).toEqual(['javascript', 'javascript', 'python']);
  const ended = await fixture.until(waiting, ({ status }) => status === 'failed');
  expect(ended).toMatchObject({ credits: 0, attempt: 0, error: { reason: 'runtime_refused' } });
  expect(ended.error?.message).toContain('it reached the host');
});

test('[JOB-30] [JOB-4] jobs of a runtime that could not be tested wait, without an attempt, until it is tested', async () => {
  const fixture = await aPool(app);
  const python = sandbox.runtimes[1];
  if (!python) throw new Error('there is no second runtime');
  sandbox.behave = ({ runtime }) => {
    if (python.available && python.retryAt === null && runtime === 'python') {
      Object.assign(python, { available: false, reason: 'it could not be tested', retryAt: 60_000 });
      sandbox.onEvent?.({ type: 'runtime_untested', runtime, reason: 'no process', retryAt: 60_000 });
      return { failure: { reason: 'unavailable', message: 'python is not available' }, exitCode: null };
    }
    return {};
  };
  const { id } = await fixture.submit({ type: 'python', input: { code: '' } });
  const waits = await fixture.until(
    id,
    ({ status, startedAt }) => status === 'pending' && startedAt === null && !python.available,
  );
  expect(waits.attempt).toBe(0);
  expect((await fixture.submit(js())).status).toBe('pending');
  expect((await fixture.pool()).runtimes[1]).toMatchObject({ available: false, retryAt: '1970-01-01T00:01:00.000Z' });
  Object.assign(python, { available: true, reason: null, retryAt: null });
  sandbox.behave = undefined;
  sandbox.onEvent?.({ type: 'runtime_available', runtime: 'python', tookMs: 1 });
  await fixture.until(id, ({ status }) => status === 'running');
});

test('[JOB-11] [JOB-34] outputs, record and events are one commit, written as the agent', async () => {
  const fixture = await aPool(app);
  sandbox.behave = () => ({
    outputs: [
      { path: 'out/a.txt', bytes: 1, content: 'a', error: null },
      { path: '/work/out/b.txt', bytes: 1, content: 'b', error: null },
      { path: '../../etc/passwd', bytes: 1, content: 'x', error: null },
      { path: 'a\\b', bytes: 1, content: 'x', error: null },
      { path: 'image.png', bytes: 9, content: null, error: 'It is no text.' },
      { path: 'plot.png', bytes: 2, content: '/wA=', encoding: 'base64', error: null },
      { path: 'huge', bytes: 2 ** 21, content: 'x'.repeat(2 ** 21), error: null },
    ],
  });
  const { id } = await fixture.submit(js({ outputs: ['**'] }), fixture.partner);
  const job = await fixture.until(id, ({ status }) => hasEnded(status));
  expect(job.status).toBe('completed');
  expect(job.outputs.map(({ path, written }) => [path, written])).toEqual([
    ['a\ufffdb', false],
    ['etc/passwd', false],
    ['huge', false],
    ['image.png', false],
    ['out/a.txt', true],
    ['out/b.txt', true],
    ['plot.png', true],
  ]);
  for (const { written, error } of job.outputs) expect(error === null).toBe(written);
  const { data } = await fixture.creator<{ items: Event[] }>('GET', '/events?limit=200');
  const last = data.items.slice(-4);
  expect(last.map(({ event, actor }) => [event, actor.id])).toEqual([
    ['file.updated', 'bob'],
    ['file.updated', 'bob'],
    ['file.updated', 'bob'],
    ['job.updated', 'system'],
  ]);
  expect(new Set(last.map(({ timestamp }) => timestamp)).size).toBe(1);
  expect(last[3]?.seq).toBe(job.seq);
  expect(last[3]?.data).not.toHaveProperty('stdout');
});

test('[JOB-34] what is there by now is overwritten, refused or left beside, as onConflict says', async () => {
  const fixture = await aPool(app);
  const outcome = async (onConflict: string, files: string[] = []) => {
    const { id } = await fixture.submit(js({ outputs: ['*'], files, onConflict }));
    return fixture.until(id, ({ status }) => hasEnded(status));
  };
  const content = async (path: string) =>
    (await fixture.creator<{ content: string }>('GET', `/files/${path}`)).data.content;
  sandbox.behave = () => ({ outputs: [{ path: 'out.tar.gz', bytes: 3, content: 'new', error: null }] });
  await write(fixture, 'out.tar.gz', 'theirs');
  expect(await outcome('fail')).toMatchObject({ status: 'failed', error: { reason: 'output_conflict' } });
  expect(await content('out.tar.gz')).toBe('theirs');
  expect((await outcome('rename')).outputs).toMatchObject([{ path: 'out.tar-2.gz', written: true }]);
  expect((await outcome('rename')).outputs).toMatchObject([{ path: 'out.tar-3.gz', written: true }]);
  expect((await outcome('fail', ['out.tar.gz'])).status).toBe('completed');
  expect(await content('out.tar.gz')).toBe('new');
  await write(fixture, 'out.tar.gz', 'again');
  expect((await outcome('overwrite')).status).toBe('completed');
  expect(await content('out.tar.gz')).toBe('new');
});

test('[JOB-15] [JOB-27] a failed job says why and writes nothing; one that used up its credits says so', async () => {
  const fixture = await aPool(app);
  const usage = { wallMs: 3000, cpuMs: 2000, peakMemoryMb: 1, outputBytes: 0, estimated: false };
  sandbox.behave = ({ limits }) => ({
    failure: { reason: 'timeout', message: 'CPU' },
    exitCode: null,
    outputs: [{ path: 'out.txt', bytes: 1, content: 'x', error: null }],
    usage: { ...usage, cpuMs: limits.cpuMs },
  });
  const { id } = await fixture.submit(js({ outputs: ['*'] }, { limits: { cpuMs: 1500 } }));
  const timeout = await fixture.until(id, ({ status }) => hasEnded(status));
  expect(timeout).toMatchObject({ status: 'failed', error: { reason: 'timeout', message: 'CPU' }, credits: 1.5 });
  expect(timeout.outputs).toMatchObject([{ path: 'out.txt', written: false }]);
  expect((await fixture.creator('GET', '/files/out.txt')).status).toBe(404);
  const poor = await fixture.submit(js({}, { cost: 0.25 }));
  const ended = await fixture.until(poor.id, ({ status }) => hasEnded(status));
  expect(ended).toMatchObject({ status: 'failed', error: { reason: 'credits' }, credits: 0.25 });
});

test('[JOB-14] a child that is lost gives its job another attempt, a failing job gets none', async () => {
  const fixture = await aPool(app);
  let runs = 0;
  sandbox.behave = () => {
    runs++;
    return runs === 1
      ? { failure: { reason: 'lost', message: 'gone' }, exitCode: null }
      : { exitCode: 3, failure: { reason: 'exit', message: 'code 3' } };
  };
  const { id } = await fixture.submit(js());
  const job = await fixture.until(id, ({ status }) => hasEnded(status));
  expect(job).toMatchObject({ status: 'failed', attempt: 2, exitCode: 3, error: { reason: 'exit' } });
  expect(runs).toBe(2);
});

test('[JOB-29] a job that names a file which is not there is refused, says which, and leaves nothing', async () => {
  const fixture = await aPool(app);
  const names = Array.from({ length: 8 }, (_, index) => `${'é'.repeat(200)}${String(index)}.csv`);
  const many = await fixture.creator('POST', '/compute/jobs', { body: js({ files: ['no/*.glob', ...names] }) });
  expect(many).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } });
  expect(many.error.details).toMatchObject({ reason: 'input_missing', paths: names.slice(0, 5), morePaths: 3 });
  expect(many.error.message).not.toContain('glob');
  expect(await fixture.pool()).toMatchObject({ reservedCredits: 0 });
  expect(await fixture.submit(js({ files: ['no/*.glob'] }))).toMatchObject({ status: 'pending', queuePosition: 1 });
});

test('[JOB-29] globs that take too long to match are refused', async () => {
  const fixture = await aPool(app);
  for (let count = 0; count < 5; count++) await write(fixture, `${'a/'.repeat(240)}${String(count)}`, '');
  const files = Array.from({ length: 100 }, () => `**/${'a/'.repeat(120)}b`);
  const reply = await fixture.creator('POST', '/compute/jobs', { body: js({ files }) });
  expect(reply).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } });
  expect(reply.error.message).toContain('globs');
});

test('[JOB-33] a job that is too large for the memory here runs alone, and holds nobody up', async () => {
  const large = await aPool(app, { provider: 'worker' });
  const { id } = await large.submit(js({}, { limits: { memoryMb: 1024 } }));
  await large.creator('POST', '/compute', { body: { provider: 'sandbox' } });
  await children(1);
  const other = await aPool(app);
  const next = await other.submit(js());
  sandbox.children[0]?.end();
  await large.until(id, ({ status }) => status === 'completed');
  await children(2);
  sandbox.children[1]?.end();
  await other.until(next.id, ({ status }) => status === 'completed');
});

test('[JOB-29] a job without code, from before its pool was the sandbox’s, has failed when its turn comes', async () => {
  const fixture = await aPool(app, { provider: 'worker' });
  const { id } = await fixture.submit({ type: 'javascript', input: { something: 'else' } });
  await fixture.creator('POST', '/compute', { body: { provider: 'sandbox' } });
  const job = await fixture.until(id, ({ status }) => hasEnded(status));
  expect(job).toMatchObject({ status: 'failed', attempt: 1, credits: 0, error: { reason: 'input_missing' } });
  expect(sandbox.children).toHaveLength(0);
});

test('[JOB-8] an output that is renamed takes no name of another output, and none that is too long', async () => {
  const fixture = await aPool(app);
  const long = `${'x'.repeat(509)}.md`;
  const { id } = await fixture.submit(js({ outputs: ['**'], onConflict: 'rename' }));
  await children(1);
  for (const path of ['report', long]) await write(fixture, path, 'of somebody else');
  sandbox.children[0]?.end({
    outputs: ['report', 'report-2', long].map((path) => ({ path, bytes: 1, content: path, error: null })),
  });
  const { outputs } = await fixture.until(id, ({ status }) => status === 'completed');
  expect(outputs.map(({ path, written }) => [path.slice(0, 10), written])).toEqual([
    ['report-3', true],
    ['report-2', true],
    ['xxxxxxxxxx', false],
  ]);
  expect(outputs[2]?.error).toContain('no room');
});

test('[JOB-24] its own leases outlive a clock that jumps', async () => {
  const fixture = await aPool(app);
  const { id } = await fixture.submit(js());
  await children(1);
  await using beside = await openBeside(app);
  for (const jump of [3_600_000, -7_200_000, 31_000]) {
    app.clock.advance(jump);
    const later = await fixture.submit(js());
    expect(later.status).toBe('pending');
    await until(async () => {
      const row = await beside.read.get<{ at: number }>`select lease_expires_at as at from job where id = ${id}`;
      expect(row?.at).toBeGreaterThan(app.clock.now());
    });
  }
  sandbox.children[0]?.end();
  expect(await fixture.until(id, ({ status }) => hasEnded(status))).toMatchObject({ status: 'completed', attempt: 1 });
});

test('[JOB-22] an end by SIGTERM gives its jobs back, and the next process runs them', async () => {
  const nextSandbox = new FakeSandbox();
  const stopping = new FakeSandbox();
  const fixture = await aPool(app, { maxConcurrentJobs: 10 });
  const second = await startTestApp({ ...settings, computeSlots: 8, computeMemoryMb: 10_000 }, app, stopping);
  const jobs = [];
  for (let count = 0; count < 6; count++) jobs.push(await fixture.submit(js()));
  await until(() => {
    expect(stopping.children.length + sandbox.children.length).toBe(6);
  });
  const given = stopping.children.length;
  expect(given).toBeGreaterThanOrEqual(4);
  await second[Symbol.asyncDispose]();
  expect(stopping.children.every(({ aborted }) => aborted)).toBe(true);
  await using third = await startTestApp({ ...settings, computeSlots: 8, computeMemoryMb: 10_000 }, app, nextSandbox);
  expect(third.url).toBeTruthy();
  await until(() => {
    expect(nextSandbox.children.length + sandbox.children.length).toBe(6);
  });
  for (const child of [...sandbox.children, ...nextSandbox.children]) child.end();
  for (const { id } of jobs) {
    expect(await fixture.until(id, ({ status }) => hasEnded(status))).toMatchObject({
      status: 'completed',
      attempt: 1,
    });
  }
});

test('[JOB-22] a start takes up what a process that is gone left behind', async () => {
  const fixture = await aPool(app);
  await using beside = await openBeside(app);
  await fixture.submit({ type: 'left.behind' });
  const lease = await beside.write((tx) =>
    claimJob(tx, { types: ['left.behind'], worker: 'x', holder: 'elsewhere:1:1', leaseMs: 30_000 }),
  );
  const start = () => untilUnlocked(() => startTestApp({ compute: 'off' }, app));
  await (await start())[Symbol.asyncDispose]();
  expect((await fixture.job(lease?.jobId ?? '')).status).toBe('running');
  const [where] = (await import('../lib/process-identity.ts')).processIdentity().split(':');
  await beside.write((tx) => tx.run`update job set lease_holder = ${`${where ?? ''}:999999999:1`}`);
  await (await start())[Symbol.asyncDispose]();
  expect(await fixture.job(lease?.jobId ?? '')).toMatchObject({ status: 'pending', attempt: 1 });
});

const queued = 100;

test('[JOB-11] [JOB-13] two processes drain a queue: each job ends once', async () => {
  const fixture = await aPool(app, { totalCredits: 1_000_000, maxConcurrentJobs: 1000, maxQueuedJobs: queued });
  await fixture.creator('PATCH', '', { body: { status: 'paused' } });
  const runs = new Map<string, number>();
  sandbox.behave = ({ stdin }) => {
    runs.set(stdin, (runs.get(stdin) ?? 0) + 1);
    return {};
  };
  await using beside = await openBeside(app);
  const creator = { agentId: 'ada', agentName: 'ada', role: 'creator', issuedToCreator: true } as const;
  const caller: AgentCaller = { kind: 'agent', sessionId: fixture.id, ...creator };
  const rules = { backend: { mode: 'workers' } as const, limits: defaultLimits, queueTtlMs: 600_000 };
  await Promise.all(
    Array.from({ length: queued }, (_, index) =>
      beside.write(
        (tx) => submitJob(tx, caller, js({ stdin: String(index) }, { cost: 0.1, limits: { memoryMb: 16 } }), rules),
        { session: fixture.id },
      ),
    ),
  );
  const full = await fixture.creator('POST', '/compute/jobs', { body: js() });
  expect(full).toMatchObject({ status: 429, error: { details: { reason: 'queue_full' } } });
  expect(full.headers.get('retry-after')).toBe('5');
  const page = await fixture.creator<{ items: Job[] }>('GET', '/compute/jobs?limit=1');
  expect(page.data.items[0]).toMatchObject({ queuePosition: queued, status: 'pending' });
  const many = { ...settings, computeSlots: 32, computeMemoryMb: 100_000 };
  await using second = await untilUnlocked(() => startTestApp(many, app, sandbox));
  expect(second.url).toBeTruthy();
  await fixture.creator('PATCH', '', { body: { status: 'active' } });
  await until(async () => {
    const { data } = await fixture.creator<{ queue: unknown }>('GET', '/compute');
    expect(data.queue).toEqual({ pending: 0, running: 0 });
  });
  expect(runs.size).toBe(queued);
  expect(new Set(runs.values())).toEqual(new Set([1]));
  const { data } = await fixture.creator<{ agentUsage: unknown[] }>('GET', '/compute');
  expect(data.agentUsage).toMatchObject([{ jobs: queued, completed: queued, failed: 0, pending: 0, running: 0 }]);
  expect(await fixture.pool()).toMatchObject({ reservedCredits: 0, usedCredits: queued / 100 });
});
