import { onPostgres } from '@pairspace/testkit/test-database';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Event, Job } from '@pairspace/protocol';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { aPool, type PoolFixture } from '../../server/src/testing/a-pool.ts';
import { startTestApp } from '../../server/src/testing/test-app.ts';
import { lockFolder } from '../../server/src/storage/sqlite/lock-folder.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');
const node = ['--conditions=pairspace-source', main];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-cli-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

const run = (program: string, args: string[], env: Record<string, string> = {}): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(program, args, { env: { ...process.env, ...env } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
    });
  });

const pairspace = (args: string[], env?: Record<string, string>): Promise<CommandResult> =>
  run(process.execPath, [...node, ...args], env);

/** A Node older than 24 on this machine, if there is one. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (program) => existsSync(program) && Number(/^v(\d+)/.exec(execFileSync(program, ['--version']).toString())?.[1]) < 24,
);

describe('pairspace', () => {
  test('names its commands, and each command what it takes', async () => {
    const { code, out } = await pairspace([]);
    expect(code).toBe(0);
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name ?? '');
    expect(names).toContain('serve');
    for (const name of names) expect((await pairspace([name, '--help'])).out).toContain(`pairspace ${name}`);
  });

  test.runIf(oldNode)('says which Node it needs before anything of the service is loaded', async () => {
    const stripped = join(folder, 'main.mjs');
    await writeFile(stripped, await readFile(main));
    const { code, out, err } = await run(oldNode ?? '', [stripped, 'serve']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^pairspace needs Node 24 or newer; this is Node \d+\.\d+\.\d+\.\n$/);
  });

  test('tells its version, and serve the settings', async () => {
    expect((await pairspace(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await pairspace(['serve', '--help'])).out).toContain('PAIRSPACE_WEBHOOK_SCHEDULE (1m,5m,30m,2h,6h,24h)');
  });

  test.each([
    [['dance'], 'There is no command "dance"'],
    [['backup'], '--to is missing'],
    [['backup', '--to', 'x', '--dance'], "Unknown option '--dance'"],
    [['keys'], 'The subcommand is new, list or revoke'],
    [['keys', 'revoke'], 'The id of the key is missing'],
    [['keys', 'list', 'x'], 'There are too many words'],
    [['migrate', '--from', 'x', '--to', 'mysql://x'], '--to must be a URL that begins with postgres://'],
  ])('%j is a mistake of the command line: 2', async (args, message) => {
    const { code, err } = await pairspace(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toMatch(/\n {2}→ pairspace .*--help\n$/);
    expect(err.split('\n')).toHaveLength(3);
  });

  test('what fails says why in a sentence, without a stack: 1', async () => {
    const { code, err } = await pairspace(['backup', '--to', join(folder, 'copy')], { PAIRSPACE_DATA: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/pairspace\.sqlite is not there\.\n/);
    expect(err).not.toContain('    at ');
  });

  test('a backup of PostgreSQL without its programs says what to install, and leaves nothing', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x', PAIRSPACE_DATA: folder, PATH: folder };
    const { code, err } = await pairspace(['backup', '--to', join(folder, 'copy')], env);
    expect(code).toBe(1);
    expect(err).toBe('pg_dump cannot be run. Install the client programs of PostgreSQL.\n');
    expect(await readdir(join(folder, 'copy'))).toEqual([]);
  });

  test('[OPS-18] serves, and backs up what it serves', async () => {
    const env = { PAIRSPACE_DATA: join(folder, 'data'), PORT: '0', PAIRSPACE_LOG: 'info', PAIRSPACE_COMPUTE: 'off' };
    const service = spawn(process.execPath, [...node, 'serve'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(service, 'exit');
    try {
      for await (const line of createInterface(service.stdout)) if (line.includes('is ready on')) break;
      const { code, out } = await pairspace(['backup', '--to', join(folder, 'copy')], env);
      expect({ code, out }).toEqual({ code: 0, out: `The backup is in ${join(folder, 'copy')}.\n` });
      expect((await readdir(join(folder, 'copy'))).sort()).toEqual(['pairspace.sqlite', 'secret.key']);
    } finally {
      service.kill('SIGTERM');
    }
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(folder, 'data', 'pairspace.sqlite'))).toBe(true);
  });
});

describe('pairspace worker', () => {
  test('[JOB-23] [JOB-26] runs jobs of a service in its sandbox, ends on SIGTERM', { timeout: 60_000 }, async () => {
    await using app = await startTestApp({ compute: 'workers', adminToken: 'the-operator' });
    const fixture = await aPool(app);
    const worker = spawn(
      process.execPath,
      [...node, 'worker', '--url', app.url, '--cache', snapshotCache, '--types', 'javascript'],
      {
        env: { ...process.env, PAIRSPACE_TOKEN: 'the-operator' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exit = once(worker, 'exit');
    await fixture.creator('POST', '/files', { body: { path: 'in.txt', content: 'abc' } });
    const code = `import fs from 'fs'; fs.writeFileSync('out.txt', fs.readFileSync('in.txt', 'utf8') + 'd'); console.log(1); pairspace.progress(1)`;
    const input = { code, files: ['in.txt'], outputs: ['out.txt'] };
    const { id } = await fixture.submit({ type: 'javascript', input });
    const { data: job } = await fixture.creator<Job>('GET', `/compute/jobs/${id}?wait=50`);
    expect(job).toMatchObject({ status: 'completed', stdout: '1\n', error: null, progress: { fraction: 1 } });
    expect((await fixture.creator('GET', '/files/out.txt')).data).toMatchObject({ content: 'abcd' });

    const failing = await fixture.submit({ type: 'javascript', input: { code: 'throw new Error("no")' } });
    const { data: failed } = await fixture.creator<Job>('GET', `/compute/jobs/${failing.id}?wait=50`);
    expect(failed).toMatchObject({ status: 'failed', exitCode: 1, error: { reason: 'exit' } });

    const printing = { code: `console.log('界'.repeat(500_000))` };
    const long = await fixture.submit({ type: 'javascript', input: printing, limits: { outputBytes: 2_000_000 } });
    const { data: cut } = await fixture.creator<Job>('GET', `/compute/jobs/${long.id}?wait=50`);
    expect(cut).toMatchObject({ status: 'completed', error: null, stdoutTruncated: true });
    expect(cut.stdout).toMatch(/^界{190000,200000}$/);
    worker.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  test('[JOB-23] takes no job of a runtime that fails its self-test', { timeout: 180_000 }, async () => {
    await using app = await startTestApp({ compute: 'workers', adminToken: 'the-operator' });
    const fixture = await aPool(app);
    await writeFile(join(folder, 'broken-1.0-py3-none-any.whl'), 'no archive');
    const { id } = await fixture.submit({ type: 'python', input: { code: 'print(1)' } });
    const env = { PAIRSPACE_TOKEN: 'the-operator' };
    const args = ['worker', '--url', app.url, '--cache', snapshotCache, '--wheels', folder, '--types'];
    const withNone = pairspace([...args, 'python'], env);
    const worker = spawn(process.execPath, [...node, ...args, 'python,javascript'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(worker, 'exit');
    try {
      const other = await fixture.submit({ type: 'javascript', input: { code: 'console.log(1)' } });
      for await (const line of createInterface(worker.stdout)) {
        expect(line).toContain('Takes javascript jobs of');
        break;
      }
      await untilJob(fixture, other.id, ({ status }) => status === 'completed');
    } finally {
      worker.kill('SIGTERM');
    }
    expect(await exit).toEqual([0, null]);
    const { code, out, err } = await withNone;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/None of python passed its self-test here: there is no job to take\.\n$/);
    const { data: log } = await fixture.creator<{ items: Event[] }>('GET', '/events?limit=200');
    const told = log.items.filter((one) => one.event === 'job.updated').filter(({ data }) => data.id === id);
    expect(told.map(({ data }) => data.status)).toEqual(['pending']);
  });

  test(
    '[JOB-11] [JOB-23] is killed in the middle of a job, which ends once, with another',
    { timeout: 90_000 },
    async () => {
      await using app = await startTestApp({ compute: 'workers', adminToken: 'the-operator', jobLeaseMs: 2000 });
      const fixture = await aPool(app);
      const start = () =>
        spawn(
          process.execPath,
          [...node, 'worker', '--url', app.url, '--cache', snapshotCache, '--types', 'javascript'],
          {
            env: { ...process.env, PAIRSPACE_TOKEN: 'the-operator' },
            stdio: ['ignore', 'ignore', 'inherit'],
          },
        );
      const code = `import fs from 'fs';
      await new Promise((resolve) => setTimeout(resolve, 1500)); fs.writeFileSync('out.txt', String(Math.random()));`;
      const killed = start();
      const { id } = await fixture.submit({ type: 'javascript', input: { code, outputs: ['out.txt'] } });
      const { data: begun } = await fixture.creator<Job>('GET', `/compute/jobs/${id}`);
      expect(begun.status).toBe('pending');
      await untilJob(fixture, id, ({ status }) => status === 'running');
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      app.clock.advance(2001);
      const another = start();
      try {
        const ended = await untilJob(fixture, id, ({ status }) => status !== 'pending' && status !== 'running');
        expect(ended).toMatchObject({ status: 'completed', attempt: 2, error: null });
        const { data: file } = await fixture.creator<{ version: number }>('GET', '/files/out.txt');
        expect(file.version).toBe(1);
        const { data: log } = await fixture.creator<{ items: Event[] }>('GET', '/events?limit=200');
        const statuses = log.items.filter((one) => one.event === 'job.updated').map(({ data }) => data.status);
        expect(statuses).toEqual(['pending', 'running', 'pending', 'running', 'completed']);
      } finally {
        another.kill('SIGTERM');
        await once(another, 'exit');
      }
    },
  );
});

/** The job, as soon as the condition holds; a worker tests its sandbox before it claims jobs. */
const untilJob = (fixture: PoolFixture, id: string, holds: (job: Job) => boolean): Promise<Job> =>
  vi.waitFor(
    async () => {
      const job = await fixture.job(id);
      if (!holds(job)) throw new Error(`the job is ${job.status}`);
      return job;
    },
    { timeout: 40_000, interval: 20 },
  );

const databaseUrl = process.env['PAIRSPACE_TEST_DATABASE_URL'];

describe('on PostgreSQL', onPostgres, () => {
  test('[OPS-18] a backup is a dump that pg_restore reads', async () => {
    const { code } = await pairspace(['backup', '--to', folder], { DATABASE_URL: databaseUrl ?? '' });
    expect(code).toBe(0);
    expect((await stat(join(folder, 'pairspace.dump'))).mode & 0o077).toBe(0);
    const list = execFile('pg_restore', ['--list', join(folder, 'pairspace.dump')]);
    expect((await once(list, 'exit'))[0]).toBe(0);
  });
});

describe('pairspace keys', () => {
  const adminToken = 'the-operator';
  const createWith = async (app: { url: string }, key: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-create-key': key };
    return (await fetch(`${app.url}/api/sessions`, { method: 'POST', headers, body: '{}' })).status;
  };
  const idIn = (out: string): string => /key_\w+/.exec(out)?.[0] ?? '';

  test('[MOD-12] makes, lists and revokes keys of a data folder that no service uses', async () => {
    const env = { PAIRSPACE_DATA: folder };
    const made = await pairspace(['keys', 'new', '--name', 'Ada'], env);
    expect(made.err).toBe('');
    expect(made.out).toMatch(/^crk_[\w-]{43}\n$/);
    const listed = await pairspace(['keys', 'list'], env);
    expect(listed.out).toContain('"Ada"');
    expect(listed.out).not.toContain('crk_');
    expect((await pairspace(['keys', 'revoke', idIn(listed.out)], env)).code).toBe(0);
    expect((await pairspace(['keys', 'list'], env)).out).toBe('');
    const again = await pairspace(['keys', 'revoke', idIn(listed.out)], env);
    expect([again.code, again.err]).toEqual([1, 'There is no such key.\n']);
  });

  test('[MOD-12] asks a service that runs, with the operator’s token', async () => {
    await using app = await startTestApp({ adminToken, creators: 'key' });
    const env = { PAIRSPACE_ADMIN_TOKEN: adminToken };
    const key = (await pairspace(['keys', 'new', '--url', app.url], env)).out.trim();
    expect(await createWith(app, key)).toBe(201);
    const id = idIn((await pairspace(['keys', 'list', '--url', app.url], env)).out);
    expect((await pairspace(['keys', 'revoke', id, '--url', app.url], env)).code).toBe(0);
    expect(await createWith(app, key)).toBe(403);
  });

  test('[MOD-12] a data folder in use is left alone, and the way to go on is said', async () => {
    using held = new DisposableStack();
    held.use(lockFolder(folder));
    const { code, err } = await pairspace(['keys', 'list'], { PAIRSPACE_DATA: folder });
    expect(code).toBe(1);
    expect(err).toContain('is in use by another process');
    expect(err).toContain('--url');
  });
});
