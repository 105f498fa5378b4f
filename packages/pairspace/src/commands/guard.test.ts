import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { run } from '../testing/a-terminal.ts';
import { jsonOf, startTwoAgents } from '../testing/two-agents.ts';

/** A working copy of its own, with Ada's task on `src/**` and Bob's on `docs/**`. */
const startRepository = async () => {
  await using stack = new AsyncDisposableStack();
  const two = stack.use(await startTwoAgents());
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-guard-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const env = {
    ...two.env,
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_DIR: join(folder, '.git'),
    GIT_WORK_TREE: folder,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = async (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: folder,
      env: { ...env, PAIRSPACE_AGENT: 'ada' },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: unknown) => {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, said: stdout + stderr };
      },
    );
  const stage = async (...paths: string[]) => {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `${path} ${String(Math.random())}\n`);
    }
    await git('add', '-A');
  };
  const guard = (...words: string[]) => run(['guard', ...words], { env: { ...env, PAIRSPACE_AGENT: 'ada' } });
  await git('init', '-q');
  await two.pairspace('task new Parse --path "src/**" --claim');
  await two.pairspace('task new Document --path "docs/**" --claim', { as: 'bob' });
  const rest = stack.move();
  return { ...two, folder, git, stage, guard, [Symbol.asyncDispose]: () => rest.disposeAsync() };
};

test('[DOOR-55] guard names the staged paths that a task of another holds, and no others', async () => {
  await using repository = await startRepository();
  const { guard, stage, git, pairspace } = repository;
  await stage('src/a.ts', 'README.md', 'docs.md');
  expect(await guard()).toMatchObject({ code: 0, out: '', err: 'No staged path is held by another agent.\n' });
  const many = Array.from({ length: 30 }, (_, index) => `docs/${String(index)}.md`);
  await stage('docs/plan ö.md', ...many);
  const refused = await guard();
  expect(refused.code).toBe(5);
  expect(refused.err).toContain('"docs/0.md" is held by task 2 "Document" of bob\n');
  expect(refused.err).toContain('\n… and 11 more\n');
  expect(refused.err).toContain('git commit --no-verify');
  const { held } = jsonOf<{ held: { path: string; task: { number: number } }[] }>(await guard('--json'));
  expect(held.map(({ path }) => path).toSorted()).toEqual(['docs/plan ö.md', ...many].toSorted());
  expect(held.every(({ task }) => task.number === 2)).toBe(true);
  await git('commit', '-qm', 'all');
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort(new Error('It is late.')));
  expect(await guard()).toMatchObject({ code: 7, err: expect.stringContaining('pairspace doctor') as string });
  expect(limit).toHaveBeenCalledWith(5000);
  limit.mockRestore();
  // A file that is moved away from a held path is held, too.
  await git('mv', 'docs/0.md', 'free.md');
  expect((await guard()).err).toContain('"docs/0.md" is held by task 2');
  await pairspace('task done 2', { as: 'bob' });
  expect((await guard()).code).toBe(0);
});

test('[DOOR-55] the hook of Git keeps back a commit of a held path alone', async () => {
  await using repository = await startRepository();
  const { guard, stage, git, folder, app } = repository;
  const installed = await guard('--install');
  expect(installed).toMatchObject({ code: 0, out: `Wrote ${join(folder, '.git/hooks/pre-commit')}.\n` });
  expect((await guard('--install')).code).toBe(0);
  await stage('docs/a.md');
  const refused = await git('commit', '-qm', 'held');
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('"docs/a.md" is held by task 2 "Document" of bob');
  await app[Symbol.asyncDispose]();
  const away = await git('commit', '-qm', 'the service is away');
  expect(away.code).toBe(0);
  expect(away.said).toContain('The service cannot be reached');
});

test('[DOOR-55] a hook of somebody else stays as it is, and the line to add is told', async () => {
  await using repository = await startRepository();
  const { guard, folder } = repository;
  const path = join(folder, '.git/hooks/pre-commit');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\nnpm test\n');
  const refused = await guard('--install');
  expect(refused.code).toBe(5);
  expect(refused.err).toContain('is a hook of somebody else, and stays as it is');
  expect(refused.err).toMatch(/Add this line to it: .* guard --quiet; \[ \$\? -ne 5 \] \|\| exit 1$/m);
  expect(await readFile(path, 'utf8')).toBe('#!/bin/sh\nnpm test\n');
});

test('[DOOR-55] outside of a repository guard says so', async () => {
  await using two = await startTwoAgents();
  const { code, err } = await run(['guard'], { env: { ...two.env, PAIRSPACE_AGENT: 'ada', GIT_DIR: '/nowhere' } });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('not one of a Git repository') as string });
});
