import { until } from '@pairspace/testkit/until';
import { defaultLimits } from '@pairspace/protocol';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aPool, type PoolFixture } from '../testing/a-pool.ts';
import { type FakeChild, FakeSandbox } from '../testing/fake-sandbox.ts';
import { openBeside } from '../testing/open-beside.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const mostOutputs = 1000;
const mostFiles = 50;
const partLength = 60_000;

let sandbox: FakeSandbox;
let app: TestApp;
beforeEach(async () => {
  sandbox = new FakeSandbox();
  const limits = { ...defaultLimits, jobMaxFiles: mostOutputs, filesPerSession: mostFiles };
  app = await startTestApp({ computePollMs: 10, limits }, undefined, sandbox);
});
afterEach(() => app[Symbol.asyncDispose]());

const started = async (fixture: PoolFixture): Promise<{ id: string; child: FakeChild }> => {
  const { id } = await fixture.submit({ type: 'javascript', input: { code: 'x' } });
  const child = await until(() => {
    const [one] = sandbox.children;
    if (!one) throw new Error('no child runs');
    return one;
  });
  return { id, child };
};

/** Writes a part each second, by turns to both streams. */
const flood = async (child: FakeChild, parts: number): Promise<void> => {
  for (let part = 0; part < parts; part++) {
    const stream = part % 2 === 0 ? 'stdout' : 'stderr';
    await child.sendOutput([{ stream, since: Math.floor(part / 2) * partLength, text: 'x'.repeat(partLength) }]);
    app.clock.advance(1000);
  }
};

test('[LIVE-1] a flood that nobody reads holds 256 KB, and the end of the job lets go of them', async () => {
  const fixture = await aPool(app);
  const { id, child } = await started(fixture);
  await flood(child, 20);
  await using beside = await openBeside(app);
  const held = () => beside.read.get`select cast(coalesce(sum(bytes), 0) as bigint) as bytes from job_output`;
  expect(await held()).toEqual({ bytes: 262_144 });
  expect(await child.sendOutput([{ stream: 'stdout', since: 0, text: 'more' }])).toEqual({ full: true });
  child.end({ stdout: 'the end' });
  await fixture.until(id, ({ status }) => status === 'completed');
  expect(await held()).toEqual({ bytes: 0 });
});

test('[LIVE-2] [LIVE-4] a part that the service refuses as too early is sent again', async () => {
  const fixture = await aPool(app);
  const { id, child } = await started(fixture);
  const send = (since: number) => child.sendOutput([{ stream: 'stdout', since, text: String(since) }]);
  for (let since = 0; since < 4; since++) await send(since);
  const fifth = send(4);
  // The message is written after the refused write, because writes are queued.
  await fixture.partner('POST', '/messages', { body: { content: 'Is it done?' } });
  app.clock.advance(1000);
  expect(await fifth).toEqual({ full: false });
  expect((await fixture.creator('GET', `/compute/jobs/${id}/output`)).data).toMatchObject({ text: '01234' });
  child.end();
  await fixture.until(id, ({ status }) => status === 'completed');
});

test('[LIVE-4] [JOB-24] live output does not use up the heartbeats of its worker, nor its requests', async () => {
  await using limited = await startTestApp({ compute: 'workers', requestRate: { count: 12, windowMs: 60_000 } });
  const fixture = await aPool(limited, { provider: 'worker' });
  const { id } = await fixture.submit({ type: 'work' });
  const body = { leaseId: (await fixture.claim())?.leaseId };
  const statuses: number[] = [];
  for (let since = 0; since < 13; since++) {
    const part = { ...body, stream: 'stdout', since, text: 'x' };
    statuses.push((await fixture.worker('POST', `/compute/jobs/${id}/output`, { body: part })).status);
    limited.clock.advance(1000);
  }
  expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
  expect((await fixture.worker('POST', `/compute/jobs/${id}/heartbeat`, { body })).status).toBe(200);
  expect((await fixture.worker('POST', `/compute/jobs/${id}/complete`, { body })).status).toBe(200);
});

test('[LIVE-2] a reader that stalls holds up neither the job nor who reads beside it', async () => {
  const fixture = await aPool(app);
  const path = `/api/sessions/${fixture.id}/stream`;
  const stalled = connect(Number(new URL(app.url).port), '127.0.0.1');
  stalled.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(stalled, 'readable');
  await using reader = await openStream(app, path);
  const { id, child } = await started(fixture);
  await flood(child, 4);
  child.end();
  await fixture.until(id, ({ status }) => status === 'completed');
  let read = 0;
  while (read < 4) if ((await reader.next()).event === 'job.output') read++;
  stalled.destroy();
});

test('[JOB-49] more outputs than a session has room for are named, and nobody waits for their end', async () => {
  const fixture = await aPool(app, { provider: 'worker' });
  const { id } = await fixture.submit({ type: 'work', limits: { maxFiles: mostOutputs } });
  const lease = await fixture.claim();
  const body = { leaseId: lease?.leaseId, content: 'x' };
  const numbers = Array.from({ length: mostOutputs }, (_, number) => number);
  for (let from = 0; from < mostOutputs; from += 100) {
    await Promise.all(
      numbers
        .slice(from, from + 100)
        .map((number) => fixture.worker('PUT', `/compute/jobs/${id}/outputs/out/${String(number)}`, { body })),
    );
  }
  expect((await fixture.worker('PUT', `/compute/jobs/${id}/outputs/more`, { body })).status).toBe(409);
  const answers = await Promise.all([
    fixture.worker('POST', `/compute/jobs/${id}/complete`, { body: { leaseId: lease?.leaseId } }),
    fixture.partner('POST', '/messages', { body: { content: 'Is it done?' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 201]);
  const job = await fixture.job(id);
  expect(job.outputs).toHaveLength(mostOutputs);
  expect(job.outputs.filter(({ written }) => written)).toHaveLength(mostFiles);
  expect(job.outputs.at(-1)?.error).toMatch(/files/);
  expect(job.warnings).toHaveLength(20);
});
