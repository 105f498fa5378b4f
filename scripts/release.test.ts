import { execFile } from 'node:child_process';
import { chmod, copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesWithVersion } from './release-plan.ts';

const root = join(import.meta.dirname, '..');

let folder: string;
let calls: string;
let env: Record<string, string>;

const run = (program: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const child = execFile(program, args, { cwd: join(folder, 'repository'), env }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, said: out + err });
    });
  });
const release = (version: string) => run(process.execPath, 'scripts/release.ts', version);

/** A fake npm that records its arguments, packs an empty file, and fails at a script of a given name. */
const npm = (failsAt = 'nothing') => `#!/bin/sh
echo "$*" >> ${calls}
case "$*" in
  pack*) for last; do :; done; : > "$4/\${last##*/}.tgz" ;;
  *${failsAt}*) exit 1 ;;
esac
`;
const putNpm = async (text: string): Promise<void> => {
  await writeFile(join(folder, 'bin/npm'), text);
  await chmod(join(folder, 'bin/npm'), 0o755);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-release-'));
  calls = join(folder, 'calls');
  await mkdir(join(folder, 'bin'));
  const names = ['packages/*/package.json', 'CHANGELOG.md', 'scripts/release*.ts'];
  const paths = [...(await Array.fromAsync(glob(names, { cwd: root }))), '.gitignore', ...filesWithVersion];
  for (const path of paths) {
    await mkdir(dirname(join(folder, 'repository', path)), { recursive: true });
    await copyFile(join(root, path), join(folder, 'repository', path));
  }
  // A release has something to tell; while a release of the project itself is checked, its own list is empty.
  const changelog = join(folder, 'repository/CHANGELOG.md');
  const told = await readFile(changelog, 'utf8');
  await writeFile(changelog, told.replace('## Unreleased\n', '## Unreleased\n\n- A change.\n'));
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@a' };
  env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder, ...who };
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'all'],
  ]) {
    expect((await run('git', ...args)).code).toBe(0);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a release is checked, packed, committed and tagged, and nothing is pushed', async () => {
  await putNpm(npm());
  const { code, said } = await release('99.0.0');
  expect({ code, said }).toMatchObject({ code: 0 });
  const asked = (await readFile(calls, 'utf8')).trim().split('\n');
  const scripts = asked.flatMap((line) => /^run --silent (.+)/.exec(line)?.[1] ?? []);
  expect(scripts).toEqual(['check', 'build', 'check:packages', 'proof packages', 'test']);
  expect(asked.filter((line) => line.startsWith('pack '))).toHaveLength(8);
  expect(asked.join()).not.toMatch(/publish|push/);
  expect((await run('git', 'status', '--porcelain')).said).toBe('');
  expect((await run('git', 'tag', '--list')).said).toBe('v99.0.0\n');
  const read = (path: string) => readFile(join(folder, 'repository', path), 'utf8');
  expect(JSON.parse(await read('packages/mcp/package.json'))).toMatchObject({
    version: '99.0.0',
    dependencies: { '@pairspace/client': '99.0.0' },
  });
  expect(await read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 99\.0\.0 – \d{4}-\d\d-\d\d\n/m);
  expect((await read('release/SHA256SUMS')).trim().split('\n')).toHaveLength(8);
});

test('the first release may have the present version, and a second one may not', async () => {
  await putNpm(npm());
  const { version } = JSON.parse(await readFile(join(root, 'packages/pairspace/package.json'), 'utf8')) as {
    version: string;
  };
  expect((await release(version)).code).toBe(0);
  expect((await run('git', 'tag', '--list')).said).toBe(`v${version}\n`);
  expect(await release(version)).toMatchObject({
    code: 1,
    said: expect.stringContaining('does not come after') as string,
  });
});

test('a release whose check fails leaves the files as they were', async () => {
  await putNpm(npm('check:packages'));
  const { code, said } = await release('99.0.0');
  expect(code).toBe(1);
  expect(said).toContain('npm run --silent check:packages ended with 1.');
  expect((await run('git', 'status', '--porcelain')).said).toBe('');
  expect((await run('git', 'tag', '--list')).said).toBe('');
});

test.each([
  ['not-a-version', 'Usage: npm run release'],
  ['0.0.1', 'does not come after'],
])('%s is refused', async (version, expected) => {
  await putNpm(npm());
  const { code, said } = await release(version);
  expect(code).toBe(1);
  expect(said).toContain(expected);
});

test('a tree with changes is refused', async () => {
  await writeFile(join(folder, 'repository/CHANGELOG.md'), 'changed');
  expect((await release('99.0.0')).said).toContain('Commit or remove what has changed first.');
});
