import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Job, SandboxType } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { rule } from '../rule.ts';
import { withPool } from '../session-fixture.ts';
import { eventually, fieldsOf, skip } from '../tools.ts';

/** Skips the rule if the service has no sandbox; waits while the sandbox tests itself. */
const needSandbox = async (creator: Caller, type: SandboxType): Promise<void> => {
  const { pool } = await creator.ok('getCompute');
  const runtime = pool?.runtimes.find(({ name }) => name === type);
  if (!runtime) skip('the service has no sandbox');
  const reply = await creator.call('submitJob', { body: { type, input: { code: '' } } });
  if (!reply.ok && reply.error.details['reason'] === 'sandbox_off') skip(`the service runs no ${type} jobs`);
};

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

/** Rules about jobs in the service's sandbox. */

rule('JOB-7', 'JavaScript really runs: console, files in, files out, exit code', async ({ aSession }) => {
  const { creator, partner } = await withPool(aSession());
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

rule('JOB-7', 'Python really runs', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
  await needSandbox(creator, 'python');
  const job = await run(creator, 'python', { code: 'import sys\nprint(sum(range(10)), sys.argv[1])', args: ['x'] });
  deepEqual([job.status, job.stdout, job.error], ['completed', '45 x\n', null]);
});

rule('JOB-7', 'a WASI command really runs', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
  await needSandbox(creator, 'wasm');
  const job = await run(creator, 'wasm', { code: wat, codeEncoding: 'wat' });
  deepEqual([job.status, job.stdout, job.error], ['completed', 'hi', null]);
});

rule('JOB-7', 'nothing of the host is there: no network, no files, no environment', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
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

rule('JOB-9', 'code and stdin over their limit are 413; long output is cut and says so', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
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

rule('JOB-15', 'a job that takes too long ends with timeout, and says which', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
  await needSandbox(creator, 'javascript');
  const endless = { code: 'for (;;);' };
  const cpu = await run(creator, 'javascript', endless, { limits: { cpuMs: 500 } });
  const wall = await run(creator, 'javascript', endless, { limits: { wallMs: 500 } });
  deepEqual([cpu.error?.reason, wall.error?.reason], ['timeout', 'timeout']);
  match(cpu.error?.message ?? '', /cpu/i);
  match(wall.error?.message ?? '', /wall|time/i);
  ok(cpu.credits >= 0.4);
});

rule('JOB-20', 'cancelling stops what runs', async ({ aSession }) => {
  const { creator } = await withPool(aSession());
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
