import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPool } from '../../../server/src/testing/a-pool.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { runWorker, type WorkerOptions } from '../index.ts';
import { behindProxy } from '../testing/behind-proxy.ts';

const token = 'the-operator';

const start = (jobLeaseMs: number) =>
  startTestApp({ compute: 'workers', adminToken: token, computePollMs: 20, jobLeaseMs });

let app: TestApp;
beforeAll(async () => {
  app = await start(6000);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Runs one job with a worker, and returns the job as it ended. */
const endOf = async (run: WorkerOptions['run'], more: Partial<WorkerOptions> = {}, at = app) => {
  const fixture = await aPool(at);
  const { id } = await fixture.submit({ type: 'work' });
  const stop = new AbortController();
  const done = runWorker({ baseUrl: at.url, token, types: ['work'], run, signal: stop.signal, ...more });
  const ended = await fixture.until(id, ({ status }) => status === 'completed' || status === 'failed');
  stop.abort();
  await done;
  return { ...ended, read: async (path: string) => (await fixture.creator('GET', `/files/${path}`)).data };
};

test('the page of a proxy takes neither the outputs nor the result of a job', async () => {
  const asked: string[] = [];
  const fetch = behindProxy((url) => {
    const call = /\/(outputs|complete)\b/.exec(url)?.[1];
    if (call === undefined) return false;
    asked.push(call);
    return asked.filter((one) => one === call).length === 1;
  });
  const run = () => Promise.resolve({ completed: { result: 1, outputs: [{ path: 'a.txt', content: 'a' }] } });
  const job = await endOf(run, { fetch });
  expect(job).toMatchObject({ status: 'completed', attempt: 1, result: 1 });
  expect(await job.read('a.txt')).toMatchObject({ content: 'a' });
  expect(asked).toEqual(['outputs', 'outputs', 'complete', 'complete']);
});

test('[JOB-45] a page of a proxy that does not end refuses one output, and the job ends with the others', async () => {
  await using brief = await start(1000);
  const fetch = behindProxy((url) => url.endsWith('/outputs/blocked.txt'));
  const outputs = ['a', 'blocked'].map((name) => ({ path: `${name}.txt`, content: name }));
  const job = await endOf(() => Promise.resolve({ completed: { outputs } }), { fetch }, brief);
  expect(job).toMatchObject({ status: 'completed', attempt: 1 });
  expect(await job.read('a.txt')).toMatchObject({ content: 'a' });
});

test('[JOB-24] a heartbeat that falls silent is given up in time for the next', async () => {
  let beats = 0;
  const silentOnce: typeof fetch = (url, init) => {
    if (!(url as string).endsWith('/heartbeat') || ++beats > 1) return fetch(url, init);
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        reject(init.signal?.reason as Error);
      });
    });
  };
  const run: WorkerOptions['run'] = async () => {
    await expect.poll(() => beats).toBeGreaterThan(1);
    return { completed: { result: true } };
  };
  expect(await endOf(run, { fetch: silentOnce })).toMatchObject({ status: 'completed', result: true });
});

const longText = `\0\ud83d${'😀'.repeat(5000)}`;

test.each([
  ['thrown', () => Promise.reject(new Error(longText))],
  ['returned', () => Promise.resolve({ failed: { message: longText } })],
] as [string, WorkerOptions['run']][])(
  '[JOB-26] a failure that is %s is told in characters that the service takes',
  async (_, run) => {
    const message = `\ufffd\ufffd${'😀'.repeat(3998)}`;
    expect(await endOf(run)).toMatchObject({ status: 'failed', error: { reason: 'exit', message } });
  },
);
