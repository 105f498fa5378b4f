import { until } from '@pairspace/testkit/until';
import type { Job } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPool } from '../../../server/src/testing/a-pool.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { createClient, type JobOutcome, runWorker, type WorkerOptions } from '../index.ts';
import { behindProxy } from '../testing/behind-proxy.ts';

const token = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ compute: 'workers', adminToken: token, computePollMs: 20 });
});
afterAll(() => app[Symbol.asyncDispose]());

const start = (run: WorkerOptions['run'], more: Partial<WorkerOptions> = {}) => {
  const stop = new AbortController();
  const done = runWorker({ baseUrl: app.url, token, types: ['work'], worker: 'w1', run, signal: stop.signal, ...more });
  return { stop, done };
};

/** A heartbeat renews a lease of 30 s every 10 s; here the heartbeats follow at once. */
const hasty = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      if (signal?.aborted) reject(new Error('aborted'));
      else resolve();
    }, ms / 1000);
  });

/**
 * The service behind a filter: paths for which `isAway` cannot be reached. `asked` lists the requested job paths,
 * without ids.
 */
const outage = (isAway: (path: string, asked: readonly string[]) => boolean) => {
  const asked: string[] = [];
  const keys = new Set<string | null>();
  const reach: typeof fetch = (url, init) => {
    const path = /\/jobs\/[^/]+\/(\w+)$/.exec(url as string)?.[1];
    if (path === undefined) return fetch(url, init);
    asked.push(path);
    if (path !== 'heartbeat') keys.add(new Headers(init?.headers).get('idempotency-key'));
    return isAway(path, asked) ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init);
  };
  return { asked, keys, fetch: reach };
};

const countOf = (path: string, paths: readonly string[]): number => paths.filter((one) => one === path).length;

const completed = (job: Job): boolean => job.status === 'completed';

test('[JOB-23] a worker takes jobs of every session, runs them and ends them', async () => {
  const fixtures = [await aPool(app), await aPool(app)];
  const { stop, done } = start(({ job }) =>
    Promise.resolve(
      (job.input as { fail?: boolean }).fail
        ? { failed: { reason: 'memory', message: 'Too little' } }
        : { completed: { result: { of: job.id }, stdout: 'hi', credits: 0.5 } },
    ),
  );
  for (const fixture of fixtures) {
    const { id } = await fixture.submit({ type: 'work', input: {} });
    expect(await fixture.until(id, completed)).toMatchObject({
      result: { of: id },
      stdout: 'hi',
      credits: 0.5,
      worker: 'w1',
    });
    const failing = await fixture.submit({ type: 'work', input: { fail: true } });
    const failed = await fixture.until(failing.id, ({ status }) => status === 'failed');
    expect(failed.error).toEqual({ reason: 'memory', message: 'Too little' });
  }
  stop.abort();
  await done;
});

test('[JOB-26] what a worker throws fails the job; one that stops gives its job back', async () => {
  const fixture = await aPool(app);
  const thrown = await fixture.submit({ type: 'work' });
  const first = start(() => Promise.reject(new Error('no such model')));
  const failed = await fixture.until(thrown.id, ({ status }) => status === 'failed');
  expect(failed.error).toEqual({ reason: 'exit', message: 'no such model' });
  first.stop.abort();
  await first.done;

  let begun = false;
  const second = start((_, { signal }) => {
    begun = true;
    return new Promise<JobOutcome>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve({ failed: { reason: 'exit' } });
      });
    });
  });
  const { id } = await fixture.submit({ type: 'work' });
  await until(() => {
    expect(begun).toBe(true);
  });
  second.stop.abort();
  await second.done;
  expect(await fixture.job(id)).toMatchObject({ status: 'pending', attempt: 0 });
  await fixture.creator('POST', `/compute/jobs/${id}/cancel`);
});

test('[JOB-11] a result that the service refuses fails the job, which is not run again', async () => {
  const fixture = await aPool(app);
  let runs = 0;
  const { stop, done } = start(() => {
    runs++;
    return Promise.resolve({ completed: { result: 'x'.repeat(300_000) } });
  });
  const { id } = await fixture.submit({ type: 'work' });
  const failed = await fixture.until(id, ({ status }) => status === 'failed');
  expect(failed).toMatchObject({ attempt: 1, error: { reason: 'output' } });
  expect(failed.error?.message).toContain('result');
  expect(runs).toBe(1);
  stop.abort();
  await done;
});

test('[JOB-45] outputs are uploaded over an outage; one that is refused is named, and takes no other with it', async () => {
  const fixture = await aPool(app);
  const outputs = [
    { path: `${'x'.repeat(600)}/a`, content: 'a' },
    { path: '../b\\c', content: 'b' },
    { path: 'out/large', content: 'x'.repeat(2 ** 20 + 1) },
    { path: '/work/out/good.txt', content: 'Z29vZA==', encoding: 'base64' as const },
    { path: 'out/gone', bytes: 5, error: 'It was too large.' },
    { path: 'out/half\ud83d', content: 'c' },
  ];
  let uploads = 0;
  const reach: typeof fetch = (url, init) =>
    init?.method === 'PUT' && ++uploads <= 3 ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init);
  const { stop, done } = start(() => Promise.resolve({ completed: { outputs } }), { fetch: reach, pause: hasty });
  const { id } = await fixture.submit({ type: 'work' });
  const job = await fixture.until(id, completed);
  expect(job.outputs.map(({ path, bytes, written }) => [path, bytes, written])).toEqual([
    ['b\ufffdc', 1, false],
    ['out/gone', 5, false],
    ['out/good.txt', 4, true],
    ['out/half\ufffd', 1, false],
    ['out/large', 2 ** 20 + 1, false],
    ['x'.repeat(128), 1, false],
  ]);
  stop.abort();
  await done;
});

test('[JOB-24] a worker whose lease is lost stops its work, and goes on with the next', async () => {
  const fixture = await aPool(app);
  const aborted: string[] = [];
  const { stop, done } = start(
    ({ job }, { signal }) =>
      job.label === 'long'
        ? new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              aborted.push(job.id);
              resolve({ completed: { result: 'late' } });
            });
          })
        : Promise.resolve({ completed: {} }),
    { pause: hasty },
  );
  const long = await fixture.submit({ type: 'work', label: 'long' });
  await fixture.until(long.id, ({ status }) => status === 'running');
  await fixture.creator('POST', `/compute/jobs/${long.id}/cancel`);
  await until(() => {
    expect(aborted).toEqual([long.id]);
  });
  const next = await fixture.submit({ type: 'work' });
  await fixture.until(next.id, completed);
  expect(await fixture.job(long.id)).toMatchObject({ status: 'cancelled', result: null });
  stop.abort();
  await done;
});

test('[JOB-24] a result that an outage holds up is told when it is over, under a lease that is kept meanwhile', async () => {
  const fixture = await aPool(app);
  let runs = 0;
  // Ends when the lease was renewed twice after the first try.
  const { asked, keys, fetch } = outage(
    (path, paths) => path === 'complete' && countOf('heartbeat', paths.slice(paths.indexOf('complete'))) < 2,
  );
  const run = () => Promise.resolve({ completed: { result: ++runs } });
  const { stop, done } = start(run, { fetch, pause: hasty });
  const { id } = await fixture.submit({ type: 'work' });
  expect(await fixture.until(id, completed)).toMatchObject({ result: 1, attempt: 1 });
  expect(countOf('complete', asked)).toBeGreaterThan(4);
  expect(keys.size).toBe(1);
  stop.abort();
  await done;
});

test('[JOB-24] a worker does not go on telling under a lease that has lapsed', async () => {
  await using own = await startTestApp({ compute: 'workers', adminToken: token, computePollMs: 20, jobLeaseMs: 200 });
  const fixture = await aPool(own);
  const errors: unknown[] = [];
  const { asked, fetch } = outage(() => true);
  const { stop, done } = start(() => Promise.resolve({ completed: {} }), {
    baseUrl: own.url,
    fetch,
    pause: hasty,
    onError: (error) => errors.push(error),
  });
  await fixture.submit({ type: 'work' });
  await until(() => {
    expect(errors).toMatchObject([{ name: 'ConnectionFailed', cause: new TypeError('fetch failed') }]);
  });
  expect(countOf('complete', asked)).toBeGreaterThan(4);
  stop.abort();
  await done;
});

test('[JOB-22] a worker that stops during an outage waits no longer for its end', async () => {
  const fixture = await aPool(app);
  const { asked, fetch } = outage((path) => path === 'complete');
  const { stop, done } = start(() => Promise.resolve({ completed: {} }), { fetch, pause: hasty });
  const { id } = await fixture.submit({ type: 'work' });
  await until(() => {
    expect(countOf('complete', asked)).toBeGreaterThan(8);
  });
  stop.abort();
  await done;
  await fixture.creator('POST', `/compute/jobs/${id}/cancel`);
});

test('[JOB-14] a job that a worker could not run is left to its lease, and the attempt counts', async () => {
  const fixture = await aPool(app);
  const errors: unknown[] = [];
  const { asked, fetch } = outage(() => false);
  const { stop, done } = start(() => Promise.resolve({ lost: 'no memory' }), {
    fetch,
    pause: hasty,
    onError: (error) => errors.push(error),
  });
  const { id } = await fixture.submit({ type: 'work' });
  for (const attempt of [1, 2]) {
    await until(() => {
      expect(errors).toHaveLength(attempt);
    });
    expect(await fixture.job(id)).toMatchObject({ status: 'running', attempt });
    app.clock.advance(30_001);
  }
  const lost = await fixture.until(id, ({ status }) => status === 'failed');
  expect(lost).toMatchObject({ attempt: 2, error: { reason: 'lost' } });
  expect(errors).toEqual([new Error('no memory'), new Error('no memory')]);
  expect(asked.filter((path) => path !== 'heartbeat')).toEqual([]);
  stop.abort();
  await done;
});

test('[JOB-25] a worker with a token that is not let in ends at once', async () => {
  const { done } = start(() => Promise.resolve({ completed: {} }), { token: 'no-token-of-anyone' });
  await expect(done).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[LIVE-1] [LIVE-4] [LIVE-5] what a worker sends is followed as it comes, up to the end', async () => {
  const { id: sessionId, submit, job } = await aPool(app);
  const { id: jobId } = await submit({ type: 'work' });
  const goOn = Promise.withResolvers<undefined>();
  const { stop, done } = start(async (_, { sendOutput, setProgress }) => {
    setProgress({ fraction: 0.5, message: 'Half' });
    const { next } = await sendOutput({ stream: 'stdout', since: 0, text: 'one ' });
    await goOn.promise;
    await sendOutput({ stream: 'stdout', since: next, text: 'two' });
    setProgress({ fraction: 0.9 });
    setProgress({ fraction: 1, message: 'Done' });
    return { completed: { stdout: 'one two three' } };
  });
  const news: string[] = [];
  // Once the service has answered, the page of a proxy is an outage.
  let reads = 0;
  const paged = behindProxy(() => [3, 4, 6].includes(++reads));
  for await (const one of createClient({ baseUrl: app.url, fetch: paged }).followJob({ sessionId, jobId })) {
    news.push(one.kind === 'output' ? one.text : one.kind === 'end' ? one.job.status : 'progress');
    goOn.resolve(undefined);
  }
  stop.abort();
  await done;
  expect(news.find((one) => one !== 'progress')).toBe('one ');
  expect(
    news
      .slice(0, -1)
      .filter((one) => one !== 'progress')
      .join(''),
  ).toBe('one two three');
  expect(news.at(-1)).toBe('completed');
  expect((await job(jobId)).progress).toEqual({ fraction: 1, message: 'Done' });
});

test('[LIVE-5] a message is cut to 1,000 characters, and refused progress does not end the lease', async () => {
  const fixture = await aPool(app);
  const statuses: number[] = [];
  const recorded: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    if ((url as string).endsWith('/heartbeat')) statuses.push(response.status);
    return response;
  };
  const run: WorkerOptions['run'] = async (_, { setProgress, signal }) => {
    setProgress({ fraction: 0.5, message: `\0\ud83d${'😀'.repeat(1000)}` });
    await expect.poll(() => statuses.length).toBe(1);
    setProgress({ fraction: 2 });
    // The second of them, without the progress, does not wait for the time of the next heartbeat.
    await expect.poll(() => statuses.length).toBe(3);
    return { completed: { result: signal.aborted } };
  };
  const { stop, done } = start(run, { fetch: recorded });
  const { id } = await fixture.submit({ type: 'work' });
  const job = await fixture.until(id, ({ status }) => status === 'completed' || status === 'failed');
  const message = `\ufffd\ufffd${'😀'.repeat(998)}`;
  expect(job).toMatchObject({ status: 'completed', result: false, progress: { fraction: 0.5, message } });
  expect(statuses).toEqual([200, 400, 200]);
  stop.abort();
  await done;
});

test('[CAP-3] an error before a request is not an outage: the worker continues', async () => {
  const fixture = await aPool(app);
  const errors: unknown[] = [];
  const run: WorkerOptions['run'] = ({ job }) =>
    // JSON cannot represent a bigint.
    Promise.resolve({ completed: job.label === 'odd' ? { result: 1n } : {} });
  const { stop, done } = start(run, { pause: hasty, onError: (error) => errors.push(error) });
  const odd = await fixture.submit({ type: 'work', label: 'odd' });
  const { id } = await fixture.submit({ type: 'work' });
  await fixture.until(id, completed);
  expect(errors).toEqual([expect.any(TypeError)]);
  stop.abort();
  await done;
  await fixture.creator('POST', `/compute/jobs/${odd.id}/cancel`);
});
