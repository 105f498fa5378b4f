import { onSqlite } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { aSession } from '../testing/a-session.ts';
import { aPool } from '../testing/a-pool.ts';
import { FakeSandbox } from '../testing/fake-sandbox.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { countWaitingJobs } from './metrics.ts';

const python = { body: { type: 'python', input: { code: 'print(1)' } } };

test('[JOB-30] sandbox jobs are refused where there is no sandbox, and wait where workers are to take them', async () => {
  await using off = await startTestApp({ compute: 'off' });
  const refusing = await aPool(off);
  expect(await refusing.creator('POST', '/compute/jobs', python)).toMatchObject({
    status: 409,
    error: { details: { reason: 'sandbox_off' } },
  });
  expect((await refusing.submit({ type: 'work' })).status).toBe('pending');
  expect(await refusing.pool()).toMatchObject({ runtimes: [], isolation: null });
  await using workers = await startTestApp({ compute: 'workers' });
  const waiting = await aPool(workers);
  const { id } = await waiting.submit(python.body);
  expect((await waiting.claim(['python']))?.job.id).toBe(id);
});

test('[JOB-30] [JOB-4] a runtime takes jobs until it fails its test', async () => {
  const sandbox = new FakeSandbox();
  const [, runtime] = sandbox.runtimes;
  if (!runtime) throw new Error('there is no second runtime');
  sandbox.isolation.walls = {};
  sandbox.isolation.selfTest.passedAt = null;
  await using app = await startTestApp({ computePollMs: 10 }, undefined, sandbox);
  const fixture = await aPool(app);
  expect(await fixture.pool()).toMatchObject({
    isolation: null,
    runtimes: [{}, { available: true, reason: null }, {}],
  });
  const job = await fixture.submit(python.body);
  await fixture.until(job.id, ({ status }) => status === 'running');
  Object.assign(sandbox.isolation, {
    walls: { fake: true },
    selfTest: { passedAt: null, failures: ['it reached the host'] },
  });
  runtime.available = false;
  runtime.reason = 'it reached the host';
  sandbox.onEvent?.({ type: 'runtime_refused', runtime: 'python', failures: ['it reached the host'] });
  const refused = await fixture.creator('POST', '/compute/jobs', python);
  expect(refused).toMatchObject({ status: 409, error: { details: { reason: 'runtime_refused' } } });
  expect(refused.error.message).toContain('it reached the host');
  expect((await fixture.pool()).runtimes[1]).toMatchObject({ name: 'python', available: false });
  expect((await fixture.pool()).isolation).toEqual({
    walls: { fake: true },
    selfTest: { passedAt: null, failures: ['it reached the host'] },
  });
  for (const child of sandbox.children) child.end();
});

test('[JOB-31] the metrics tell of the queue by runtime, and what the sandbox did', async () => {
  const sandbox = new FakeSandbox();
  await using app = await startTestApp({ computePollMs: 10 }, undefined, sandbox);
  const fixture = await aPool(app);
  await fixture.creator('PATCH', '', { body: { status: 'paused' } });
  await fixture.submit(python.body);
  app.clock.advance(90_000);
  await fixture.submit(python.body);
  await fixture.submit({ type: 'a.b' });
  await fixture.submit({ type: 'made.up' });
  sandbox.onEvent?.({ type: 'child_booted', runtime: 'wasm', bootMs: 10 });
  sandbox.onEvent?.({ type: 'job_ended', runtime: 'wasm', reason: 'memory', wallMs: 1, cpuMs: 1 });
  sandbox.onEvent?.({ type: 'memory', childrenMb: 123, children: 2 });
  const text = await (await fetch(`${app.url}/metrics`)).text();
  for (const line of [
    'pairspace_jobs_pending{runtime="python"} 2',
    'pairspace_jobs_pending{runtime="worker"} 2',
    'pairspace_jobs_pending_age_seconds{runtime="python"} 90',
    'pairspace_jobs_running 0',
    'pairspace_sandbox_boots_total{runtime="wasm"} 1',
    'pairspace_sandbox_jobs_total{reason="memory"} 1',
    'pairspace_sandbox_memory_mb 123',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).not.toContain('made.up');
});

test('the jobs that wait are counted without their records, which may be large', onSqlite, async () => {
  await using app = await startTestApp();
  expect((await planOf(app, countWaitingJobs))[0]).toBe('SCAN job USING COVERING INDEX job_waiting');
});

test('[JOB-32] what strangers may take is limited where others than this machine can reach the service', () => {
  const limitsAt = (env: Record<string, string>) => {
    const { poolRate, jobRate, limits } = readConfig(env);
    return [poolRate, jobRate, limits.poolCredits];
  };
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.8.0.1']) {
    expect(limitsAt({ HOST })).toEqual(['off', 'off', 1_000_000_000]);
  }
  const exposed = [{ count: 5, windowMs: 3_600_000 }, { count: 60, windowMs: 60_000 }, 1000];
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7', 'example.org', '127.0.0.1.example.org']) {
    expect(limitsAt({ HOST })).toEqual(exposed);
  }
  const set = { PAIRSPACE_RATES: 'pools=off,jobs=7/s', PAIRSPACE_LIMITS: 'poolCredits=12' };
  expect(limitsAt({ HOST: '::', ...set })).toEqual(['off', { count: 7, windowMs: 1000 }, 12]);
});

test('[JOB-32] one address makes so many pools and jobs, whatever its tokens, and no richer pool', async () => {
  const { limits } = readConfig({ HOST: '0.0.0.0' });
  const poolRate = { count: 2, windowMs: 3_600_000 };
  await using app = await startTestApp({ limits, poolRate, jobRate: { count: 3, windowMs: 60_000 } });
  const fixtures = [await aSession(app), await aSession(app), await aSession(app)];
  const pools = [];
  for (const { creator } of fixtures) pools.push((await creator('POST', '/compute')).status);
  expect(pools).toEqual([201, 201, 429]);
  const [first, second] = fixtures;
  expect((await first?.creator('POST', '/compute', { body: { maxQueuedJobs: 9 } }))?.status).toBe(200);
  expect((await first?.creator('POST', '/compute', { body: { totalCredits: 1001 } }))?.status).toBe(400);
  const jobs = [];
  for (const fixture of [first, second, first, second]) {
    jobs.push((await fixture?.creator('POST', '/compute/jobs', { body: { type: 'work' } }))?.status);
  }
  expect(jobs).toEqual([201, 201, 201, 429]);
});
