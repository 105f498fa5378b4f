import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../bench/lib/process.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The packages as a new user gets them: packed, installed from their tarballs into empty folders, and put to work with
 * what the README and the join card say. `npm run build` comes first.
 *
 *   node --conditions=pairspace-source proofs/packages.ts
 */
const root = join(import.meta.dirname, '..');
const names = ['protocol', 'client', 'mcp', 'sandbox', 'server', 'cli', 'conformance', 'pairspace'];
const mostBytes = 10 * 2 ** 20;
const mostMs = 150;
const claims = {
  clean: 'a tarball has a licence, a readme and a changelog, and no test, no build info, no path of this machine',
  small: 'the command of agents has no dependency and takes less than 10 MB',
  quick: `the command of agents says its first word within ${String(mostMs)} ms`,
  readme: 'what the README says in a terminal works',
  card: 'what the join card says works',
};

const run = promisify(execFile);
const verdict = new Verdict();
const folder = await mkdtemp(join(tmpdir(), 'pairspace-packages-'));
const home = join(folder, 'home');
// npm knows its registry and proxy from the surroundings; the commands know nothing of them.
const env = { PATH: process.env['PATH'] ?? '', HOME: home };

/** Packs a package and looks at what is in it. */
const pack = async (name: string): Promise<string> => {
  const cwd = join(root, 'packages', name);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
  const tarball = join(folder, stdout.trim());
  const opened = join(folder, 'opened', name);
  await mkdir(opened, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', opened, '--strip-components', '1']);
  const files = await readdir(opened, { recursive: true });
  for (const wanted of ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json']) {
    verdict.expect(claims.clean, files.includes(wanted), () => `${name} has no ${wanted}`);
  }
  const strange = files.filter((file) =>
    /\.test\.|\.tsbuildinfo$|(^|\/)(testing|node_modules)(\/|$)|package-lock/.test(file),
  );
  verdict.expect(claims.clean, strange.length === 0, () => `${name}: ${strange.slice(0, 5).join(', ')}`);
  for (const file of files.filter((one) => /\.(js|json|ts|map|html|txt)$/.test(one))) {
    const text = await readFile(join(opened, file), 'utf8');
    verdict.expect(claims.clean, !text.includes(root), () => `${name}/${file} names ${root}`);
  }
  return tarball;
};

const install = async (place: string, tarballs: readonly string[]): Promise<string> => {
  const cwd = join(folder, place);
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true }));
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...tarballs], { cwd, timeout: 240_000 });
  return cwd;
};

const bytesIn = async (place: string): Promise<number> => {
  const files = await readdir(place, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(place, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Milliseconds until the first byte of output: the quickest of ten starts, since others use this machine too. */
const firstOutputMs = async (main: string): Promise<number> => {
  let best = Infinity;
  for (let round = 0; round < 10; round++) {
    const began = performance.now();
    const child = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'inherit'], env });
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');
    best = Math.min(best, performance.now() - began);
    child.stdout.resume();
    await exit;
  }
  return best;
};

const blocksOf = (markdown: string, heading: string): string[] => {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^```bash\n(.*?)^```/gms)].map(([, block = '']) => block);
};

const bash = (script: string, cwd: string, more: Record<string, string> = {}): Promise<{ stdout: string }> =>
  run('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { cwd, env: { ...env, ...more }, timeout: 60_000 });

/** Runs a block and counts whether it printed what it should. */
const works = async (claim: string, block: string, cwd: string, said: RegExp, more: Record<string, string>) => {
  const began = performance.now();
  const out = await bash(block, cwd, more).then(
    ({ stdout }) => stdout,
    (error: unknown) => `failed: ${String(error)}`,
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${claim}: ${seconds} s`);
  verdict.expect(claim, said.test(out), () => out);
};

/** The first screen of the README, then a guest who has nothing but a link. */
const workWithAll = async (cwd: string): Promise<void> => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [serve = '', talk = ''] = blocksOf(readme, 'In a terminal');
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: port, PAIRSPACE_DATA: join(folder, 'data'), PAIRSPACE_URL: url };
  // A group of its own, so that what npx starts ends with it.
  const service = spawn('bash', ['--norc', '-c', serve], { cwd, env: { ...env, ...settings }, detached: true });
  const ended = once(service, 'exit');
  try {
    await untilReady(url);
    await works(claims.readme, talk, cwd, /The list is complete\./, settings);
    const { stdout } = await bash('npx pairspace create Plan --as eve --json', cwd, settings);
    const { link } = JSON.parse(stdout) as { link: string };
    const card = await (await fetch(link)).text();
    const [commands = ''] = blocksOf(card, 'With the command');
    // Eve greets back while the guest waits.
    const greet = bash('npx pairspace wait --as eve && npx pairspace send "Welcome." --as eve', cwd, settings);
    await works(claims.card, commands, cwd, /Welcome\./, { HOME: join(folder, 'guest') });
    await greet;
  } finally {
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    await ended;
  }
};

const untilReady = async (url: string): Promise<void> => {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the service did not start');
};

try {
  await Promise.all([home, join(folder, 'guest')].map((place) => mkdir(place)));
  const tarballs: string[] = [];
  for (const name of names) tarballs.push(await pack(name));
  const alone = await install('alone', [tarballs[names.indexOf('pairspace')] ?? '']);
  const modules = (await readdir(join(alone, 'node_modules'))).filter((name) => !name.startsWith('.'));
  const bytes = await bytesIn(join(alone, 'node_modules'));
  console.log(`installed alone: ${(bytes / 2 ** 20).toFixed(2)} MB`);
  verdict.expect(
    claims.small,
    modules.join() === 'pairspace' && bytes < mostBytes,
    () => `${modules.join()}: ${String(bytes)}`,
  );
  const ms = await firstOutputMs(join(alone, 'node_modules/pairspace/dist/main.js'));
  console.log(`first output: ${ms.toFixed(0)} ms`);
  verdict.expect(claims.quick, ms < mostMs, () => `${ms.toFixed(0)} ms`);
  await workWithAll(await install('all', tarballs));
} finally {
  await rm(folder, { recursive: true, force: true });
}
verdict.publish(Object.values(claims));
