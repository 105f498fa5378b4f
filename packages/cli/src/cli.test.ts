import { needs } from '@pairspace/testkit/needs';
import { onPostgres, onSqlite } from '@pairspace/testkit/test-database';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Event, Job } from '@pairspace/protocol';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { aPool } from '../../server/src/testing/a-pool.ts';
import { startTestApp } from '../../server/src/testing/test-app.ts';
import { lockFolder } from '../../server/src/storage/sqlite/lock-folder.ts';
import { runCommandLine } from './run-command-line.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');

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

/** Runs a command in this process. */
const pairspace = async (args: string[], env: Record<string, string> = {}): Promise<CommandResult> => {
  const said = { out: '', err: '' };
  vi.spyOn(console, 'log').mockImplementation((line) => void (said.out += `${String(line)}\n`));
  vi.spyOn(console, 'error').mockImplementation((line) => void (said.err += `${String(line)}\n`));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await runCommandLine(args);
    return { code: process.exitCode, ...said };
  } finally {
    process.exitCode = before;
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
};

/** Starts a command in a process, until the end of the block. */
const start = (args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--conditions=pairspace-source', main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  return {
    untilSaid: async (words: string): Promise<void> => {
      for await (const line of createInterface(child.stdout)) if (line.includes(words)) return;
      throw new Error(`it ended before it said: ${words}`);
    },
    end: async (): Promise<unknown[]> => {
      child.kill('SIGTERM');
      return exit;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
};

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

  test(
    'says which Node it needs before anything of the service is loaded',
    needs('Node before 24', oldNode),
    async () => {
      const stripped = join(folder, 'main.mjs');
      await writeFile(stripped, await readFile(main));
      const { status, stdout, stderr } = spawnSync(oldNode ?? '', [stripped, 'serve'], { encoding: 'utf8' });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^pairspace needs Node 24 or newer; this is Node \d+\.\d+\.\d+\.\n$/);
    },
  );

  test('tells its version, and serve the settings', async () => {
    expect((await pairspace(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await pairspace(['serve', '--help'])).out).toContain('PAIRSPACE_WEBHOOKS (open)');
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

  test('[OPS-18] backs up what a service serves', onSqlite, async () => {
    await using app = await startTestApp();
    const { code, out } = await pairspace(['backup', '--to', join(folder, 'copy')], { PAIRSPACE_DATA: app.folder });
    expect({ code, out }).toEqual({ code: 0, out: `The backup is in ${join(folder, 'copy')}.\n` });
    expect((await readdir(join(folder, 'copy'))).sort()).toEqual(['pairspace.sqlite', 'secret.key']);
  });
});

describe('pairspace worker', () => {
  const env = { PAIRSPACE_TOKEN: 'the-operator' };

  test('[JOB-23] [JOB-26] runs jobs of a service in its sandbox, none of a runtime that fails its self-test, and ends on SIGTERM', async () => {
    await using app = await startTestApp({ compute: 'workers', adminToken: 'the-operator' });
    const fixture = await aPool(app);
    await writeFile(join(folder, 'broken-1.0-py3-none-any.whl'), 'no archive');
    const args = ['worker', '--url', app.url, '--cache', snapshotCache, '--wheels', folder, '--types'];
    const refused = await fixture.submit({ type: 'python', input: { code: 'print(1)' } });
    await using worker = start([...args, 'python,javascript'], env);
    await worker.untilSaid('Takes javascript jobs of');
    await fixture.creator('POST', '/files', { body: { path: 'in.txt', content: 'abc' } });
    const ended = async (body: object): Promise<Job> => {
      const { id } = await fixture.submit({ type: 'javascript', ...body });
      return (await fixture.creator<Job>('GET', `/compute/jobs/${id}?wait=50`)).data;
    };
    const code = `import fs from 'fs'; fs.writeFileSync('out.txt', fs.readFileSync('in.txt', 'utf8') + 'd'); console.log(1); pairspace.progress(1)`;
    const job = await ended({ input: { code, files: ['in.txt'], outputs: ['out.txt'] } });
    expect(job).toMatchObject({ status: 'completed', stdout: '1\n', error: null, progress: { fraction: 1 } });
    expect((await fixture.creator('GET', '/files/out.txt')).data).toMatchObject({ content: 'abcd' });

    const failed = await ended({ input: { code: 'throw new Error("no")' } });
    expect(failed).toMatchObject({ status: 'failed', exitCode: 1, error: { reason: 'exit' } });

    const printing = { code: `console.log('界'.repeat(500_000))` };
    const cut = await ended({ input: printing, limits: { outputBytes: 2_000_000 } });
    expect(cut).toMatchObject({ status: 'completed', error: null, stdoutTruncated: true });
    expect(cut.stdout).toMatch(/^界{190000,200000}$/);
    expect(await worker.end()).toEqual([0, null]);
    const { data: log } = await fixture.creator<{ items: Event[] }>('GET', '/events?limit=200');
    const told = log.items.filter((one) => one.event === 'job.updated').filter(({ data }) => data.id === refused.id);
    expect(told.map(({ data }) => data.status)).toEqual(['pending']);
  });
});

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
