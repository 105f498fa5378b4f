import type { Job } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Caller, CallInput } from '../caller.ts';
import {
  eventually,
  fieldsOf,
  type FullSessionFixture,
  fullSessionRule,
  lastSeq,
  needSandbox,
  poolRule,
  skip,
} from '../kit.ts';

/** The first job of a runtime waits for its test, which takes long on a busy machine. */
const ended = async (caller: Caller, { id: jobId }: Pick<Job, 'id'>): Promise<Job> => {
  const read = () => caller.ok('getJob', { params: { jobId }, query: { wait: 50 } });
  const job = await eventually(read, ({ status }) => !['pending', 'running'].includes(status));
  ok(!['pending', 'running'].includes(job.status), `the job has not ended: ${job.status}`);
  return job;
};

const run = async (caller: Caller, type: string, input: Record<string, unknown>, more = {}): Promise<Job> =>
  ended(caller, await caller.ok('submitJob', { body: { type, input, ...more } }));

/** A WASI command that writes "hi" and ends with 0. */
const wat = `(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "hi")
  (func (export "_start")
    (i32.store (i32.const 0) (i32.const 16))
    (i32.store (i32.const 4) (i32.const 2))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))`;

poolRule('JOB-7', 'JavaScript really runs: console, files in, files out, exit code', async ({ creator, partner }) => {
  await needSandbox(creator, 'javascript');
  await creator.ok('writeFile', { body: { path: 'data/in.txt', content: '20,22' } });
  const code = `import { readFileSync, writeFileSync } from 'fs';
      const sum = readFileSync('data/in.txt', 'utf8').split(',').map(Number).reduce((a, b) => a + b, 0);
      writeFileSync('out.txt', String(sum));
      console.log('sum', sum); console.error('done');`;
  const job = await run(partner, 'javascript', { code, files: ['data/*'], outputs: ['out.txt'] });
  deepEqual(
    [job.status, job.exitCode, job.stdout, job.stderr, job.error],
    ['completed', 0, 'sum 42\n', 'done\n', null],
  );
  deepEqual(fieldsOf(job.outputs, 'path', 'bytes', 'written'), [['out.txt', 2, true]]);
  const file = await creator.ok('getFile', { params: { path: 'out.txt' } });
  deepEqual([file.content, file.createdBy.id, file.contentHash], ['42', 'bob', job.outputs[0]?.contentHash]);
  ok(job.credits > 0 && job.credits < job.cost && job.usage.cpuMs > 0);
  const failing = await run(creator, 'javascript', { code: 'throw new Error("no")' });
  deepEqual([failing.status, failing.error?.reason], ['failed', 'exit']);
  match(failing.stderr, /no/);
});

poolRule('JOB-7', 'Python really runs', async ({ creator }) => {
  await needSandbox(creator, 'python');
  const job = await run(creator, 'python', { code: 'import sys\nprint(sum(range(10)), sys.argv[1])', args: ['x'] });
  deepEqual([job.status, job.stdout, job.error], ['completed', '45 x\n', null]);
});

poolRule('JOB-7', 'a WASI command really runs', async ({ creator }) => {
  await needSandbox(creator, 'wasm');
  const job = await run(creator, 'wasm', { code: wat, codeEncoding: 'wat' });
  deepEqual([job.status, job.stdout, job.error], ['completed', 'hi', null]);
});

poolRule('JOB-7', 'nothing of the host is there: no network, no files, no environment', async ({ creator }) => {
  await needSandbox(creator, 'javascript');
  const code = `import { readFileSync } from 'fs';
      for (const path of ['/etc/passwd', '/proc/self/environ', '../../etc/passwd']) {
        try { readFileSync(path); console.log('read', path); } catch {}
      }
      console.log(typeof fetch, typeof require, JSON.stringify(globalThis.process?.env ?? {}));`;
  const job = await run(creator, 'javascript', { code, env: {} });
  equal(job.stdout.includes('read'), false, job.stdout);
  match(job.stdout, /\{[^{]*\}\n$/);
  equal(job.stdout.includes('PAIRSPACE'), false);
});

poolRule('JOB-9', 'code and stdin over their limit are 413; long output is cut and says so', async ({ creator }) => {
  await needSandbox(creator, 'javascript');
  const long = 'x'.repeat(256 * 1024 + 1);
  for (const input of [{ code: long }, { code: '', stdin: long }]) {
    const { details } = await creator.refused('PAYLOAD_TOO_LARGE', 'submitJob', {
      body: { type: 'javascript', input },
    });
    equal(details['limitBytes'], 256 * 1024);
  }
  const limits = { outputBytes: 1000 };
  const job = await run(creator, 'javascript', { code: 'console.log("x".repeat(2000))' }, { limits });
  ok(Buffer.byteLength(job.stdout) <= 1000);
  deepEqual([job.truncated, job.stdoutTruncated], [true, true]);
});

poolRule('JOB-15', 'a job that takes too long ends with timeout, and says which', async ({ creator }) => {
  await needSandbox(creator, 'javascript');
  const endless = { code: 'for (;;);' };
  const cpu = await run(creator, 'javascript', endless, { limits: { cpuMs: 500 } });
  const wall = await run(creator, 'javascript', endless, { limits: { wallMs: 500 } });
  deepEqual([cpu.error?.reason, wall.error?.reason], ['timeout', 'timeout']);
  match(cpu.error?.message ?? '', /cpu/i);
  match(wall.error?.message ?? '', /wall|time/i);
  ok(cpu.credits >= 0.4);
});

poolRule('JOB-20', 'cancelling stops what runs', async ({ creator }) => {
  await needSandbox(creator, 'javascript');
  const job = await creator.ok('submitJob', { body: { type: 'javascript', input: { code: 'for (;;);' } } });
  await eventually(
    () => creator.ok('getJob', { params: { jobId: job.id } }),
    ({ status }) => status === 'running',
  );
  await creator.ok('cancelJob', { params: { jobId: job.id } });
  equal((await ended(creator, job)).error?.reason, 'cancelled');
  const next = await run(creator, 'javascript', { code: 'console.log(1)' });
  equal(next.stdout, '1\n');
});

const sender = ({ worker, lease }: FullSessionFixture) => {
  const params = { jobId: lease.job.id };
  const bodyOf = (text: string, since: number, stream = 'stdout') => ({
    params,
    body: { leaseId: lease.leaseId, stream, since, text },
  });
  return {
    params,
    bodyOf,
    send: (text: string, since: number, stream?: string) => worker.ok('sendJobOutput', bodyOf(text, since, stream)),
  };
};

const endedOutput = async (caller: Caller, jobId: string): Promise<string> => {
  let all = '';
  for (let since = 0; ;) {
    const piece = await caller.ok('readJobOutput', { params: { jobId }, query: { since, wait: 20 } });
    equal(piece.since, since);
    all += piece.text;
    if (piece.ended) return all;
    since = piece.next;
  }
};

/** Sends parts until the service refuses one, and returns the refusal. On a slow machine this takes some seconds. */
const sendUntilRefused = async (worker: Caller, partAt: (count: number) => CallInput): Promise<string> => {
  for (let count = 0, began = performance.now(); count < 200; count++) {
    const answer = await worker.call('sendJobOutput', partAt(count));
    if (!answer.ok) return answer.error.code;
    if (count % 5 !== 4) continue;
    ok(performance.now() - began > 1000, 'five parts in a second were taken');
    began = performance.now();
  }
  return skip('the machine does not send five parts in a second');
};

fullSessionRule('LIVE-1', 'output is read while the job runs, and from the record after', async (fixture) => {
  const { observer, worker, lease } = fixture;
  const { params, send } = sender(fixture);
  const read = (since: number, wait = 0) => observer.ok('readJobOutput', { params, query: { since, wait } });
  const waiting = read(0, 20);
  equal((await send('a😀', 0)).next, 2);
  const head = { jobId: params.jobId, stream: 'stdout' };
  deepEqual(await waiting, { ...head, since: 0, next: 2, text: 'a😀', ended: false });
  await send('bc', 2);
  deepEqual(await read(1), { ...head, since: 1, next: 4, text: '😀bc', ended: false });
  deepEqual(await read(4), { ...head, since: 4, next: 4, text: '', ended: false });
  deepEqual(await read(99, 20), { ...head, since: 4, next: 4, text: '', ended: false });
  const end = read(4, 20);
  await worker.ok('completeJob', { params, body: { leaseId: lease.leaseId, stdout: 'a😀bcd' } });
  deepEqual(await end, { ...head, since: 4, next: 5, text: 'd', ended: true });
  deepEqual(await read(1), { ...head, since: 1, next: 5, text: '😀bcd', ended: true });
  deepEqual(await read(99), { ...head, since: 5, next: 5, text: '', ended: true });
});

poolRule('LIVE-2', 'a program in the sandbox is read while it runs', async ({ creator }) => {
  const code = 'console.log("one"); const end = Date.now() + 1500; while (Date.now() < end); console.log("two");';
  const body = { type: 'javascript', input: { code } };
  await needSandbox(creator, 'javascript');
  const jobId = (await creator.ok('submitJob', { body })).id;
  const first = await creator.ok('readJobOutput', { params: { jobId }, query: { wait: 50 } });
  deepEqual([first.text, first.ended], ['one\n', false]);
  equal(await endedOutput(creator, jobId), 'one\ntwo\n');
  equal((await creator.ok('getJob', { params: { jobId } })).stdout, 'one\ntwo\n');
});

fullSessionRule('LIVE-2', 'live streams get output and progress as frames', async (context) => {
  const { worker, lease } = context;
  const { send, params } = sender(context);
  const stream = await context.listen(context.stranger);
  const before = await lastSeq(context.creator);
  await send('one', 0);
  await stream.until('job.output', ({ transient }) => transient.includes('job.output'));
  const progress = { fraction: 0.5 };
  await worker.ok('renewLease', { params, body: { leaseId: lease.leaseId, progress } });
  await stream.until('job.progress', ({ transient }) => transient.includes('job.progress'));
  equal(await lastSeq(context.creator), before);
});

fullSessionRule('LIVE-1', 'a flood is held up to 256 KB, and the rest is dropped', async (fixture) => {
  const { send, params } = sender(fixture);
  const part = 'x'.repeat(65_536);
  let sent = { next: 0, full: false };
  for (let count = 0; count < 4; count++) sent = await send(part, sent.next);
  deepEqual([sent.next, sent.full], [262_144, true]);
  deepEqual(await send('more', 0), { jobId: params.jobId, stream: 'stdout', next: 262_144, full: true });
  deepEqual(await send('more', 0, 'stderr'), { jobId: params.jobId, stream: 'stderr', next: 0, full: true });
});

fullSessionRule('LIVE-4', 'output that overlaps, leaps or comes too often is refused', async (fixture) => {
  const { worker, creator } = fixture;
  const { send, bodyOf, params } = sender(fixture);
  await send('abc', 0);
  for (const since of [0, 2, 4]) {
    equal((await worker.conflict('output_offset', 'sendJobOutput', bodyOf('d', since))).details['next'], 3);
  }
  equal(await sendUntilRefused(worker, (count) => bodyOf('e', count, 'stderr')), 'RATE_LIMITED');
  const lost = { params, body: { ...bodyOf('d', 3).body, leaseId: 'lease_wrong' } };
  await worker.conflict('lease_lost', 'sendJobOutput', lost);
  equal((await creator.ok('readJobOutput', { params })).text, 'abc');
});

poolRule('LIVE-5', 'a program in the sandbox says how far it is', async ({ creator }) => {
  const code = 'for (const part of [0, 0.5, 1]) pairspace.progress(part, `part ${part}`); pairspace.progress(2)';
  const body = { type: 'javascript', input: { code } };
  await needSandbox(creator, 'javascript');
  const jobId = (await creator.ok('submitJob', { body })).id;
  await endedOutput(creator, jobId);
  const { status, stderr, progress } = await creator.ok('getJob', { params: { jobId } });
  deepEqual([status, progress], ['failed', { fraction: 1, message: 'part 1' }]);
  match(stderr, /RangeError: pairspace\.progress: the fraction must be a number from 0 to 1/);
});

fullSessionRule('LIVE-5', 'a heartbeat says how far the job is', async ({ worker, lease, creator }) => {
  const params = { jobId: lease.job.id };
  const beat = (progress: unknown) => ({ params, body: { leaseId: lease.leaseId, progress } });
  equal((await creator.ok('getJob', { params })).progress, null);
  await worker.ok('renewLease', beat({ fraction: 0.25, message: '界'.repeat(1000) }));
  await worker.ok('renewLease', beat({ fraction: 0.5, message: 'Half' }));
  deepEqual((await creator.ok('getJob', { params })).progress, { fraction: 0.5, message: 'Half' });
  await worker.ok('releaseJob', { params, body: { leaseId: lease.leaseId } });
  equal((await creator.ok('getJob', { params })).progress, null);
});
