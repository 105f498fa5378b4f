import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesWithVersion, isAfter, planRelease, versionPattern } from './release-plan.ts';

// Makes a release, and does everything but push and publish: versions, changelogs, checks, tarballs, a commit and a tag.
//   npm run release -- <version>

const root = join(import.meta.dirname, '..');
const folder = join(root, 'release');
/** The order of publication: a package comes after its dependencies. */
const packages = ['protocol', 'client', 'mcp', 'sandbox', 'server', 'cli', 'conformance', 'pairspace'];
const checks = [['check'], ['build'], ['check:packages'], ['proof', 'packages'], ['test']];

const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();

/** Runs a program and shows its output. */
const run = async (program: string, ...args: string[]): Promise<void> => {
  console.log(`\n$ ${program} ${args.join(' ')}`);
  const [code] = (await once(spawn(program, args, { cwd: root, stdio: 'inherit' }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}.`);
};

const presentVersion = async (): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(root, 'packages/pairspace/package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
};

/** Throws if a release is not possible now. */
const assertReady = async (version: string, from: string): Promise<void> => {
  if (!versionPattern.test(version)) throw new Error('Usage: npm run release -- <version>, such as 0.2.0');
  const isFirst = version === from && (await git('tag', '--list', 'v*')) === '';
  if (!isFirst && !isAfter(version, from)) throw new Error(`${version} does not come after ${from}.`);
  if ((await git('status', '--porcelain')) !== '') throw new Error('Commit or remove what has changed first.');
  if ((await git('tag', '--list', `v${version}`)) !== '') throw new Error(`There is a tag v${version} already.`);
};

const writeVersion = async (from: string, to: string): Promise<void> => {
  const found = await Array.fromAsync(glob('packages/*/package.json', { cwd: root }));
  const paths = [...found, 'CHANGELOG.md', ...filesWithVersion];
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const));
  const planned = planRelease(Object.fromEntries(files), { from, to, day: new Date().toISOString().slice(0, 10) });
  for (const [path, text] of Object.entries(planned)) await writeFile(join(root, path), text);
  await run('npm', 'install', '--package-lock-only', '--ignore-scripts');
};

const pack = async (): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const name of packages) {
    await run('npm', 'pack', '--silent', '--pack-destination', folder, `--workspace=packages/${name}`);
  }
  const sums: string[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const sum = createHash('sha256').update(await readFile(join(folder, file)));
    sums.push(`${sum.digest('hex')}  ${file}`);
  }
  await writeFile(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  console.log(`\n${sums.join('\n')}`);
};

const release = async (version: string): Promise<void> => {
  const from = await presentVersion();
  await assertReady(version, from);
  try {
    await writeVersion(from, version);
    for (const script of checks) await run('npm', 'run', '--silent', ...script);
    await pack();
    await git('commit', '--all', '--allow-empty', '--message', `Version ${version}`);
    await git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  } catch (error) {
    // The tree was clean before, so only changes of this run are undone.
    await git('checkout', '--', '.');
    throw error;
  }
  console.log(`\nVersion ${version} is committed and tagged. To publish it: git push --follow-tags`);
};

try {
  await release(process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
