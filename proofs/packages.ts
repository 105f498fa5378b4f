import { freePort } from '@pairspace/testkit/process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf, untilReady } from './lib/printed.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The packages from the point of view of a new user: packed, installed from their tarballs into empty folders, and used
 * as the README and the join card say, on Node 24 and 26. `npm run build` comes first.
 *
 *   node --conditions=pairspace-source proofs/packages.ts
 */
const root = join(import.meta.dirname, '..');
const names = ['protocol', 'client', 'mcp', 'sandbox', 'server', 'cli', 'conformance', 'pairspace'];
const mostBytes = 10 * 2 ** 20;
const mostMs = 150;
const claims = {
  clean: 'a tarball has a licence, a readme and a changelog, and no test, no build info, no path of this machine',
  guides: 'the server brings the reference and the guides that it shows at /docs',
  small: 'the command of agents has no dependency and takes less than 10 MB',
  light: 'hooks, and the client of the commands, load no schemas of the service',
  quick: `the command of agents says its first word within ${String(mostMs)} ms, or twice the start of Node`,
  commands: 'each command of agents loads from the tarball, and setup finds the plugins',
};
const majors = ['24', '26'];
const readmeClaim = (major: string): string => `what the README says in a terminal works on Node ${major}`;
const cardClaim = (major: string): string => `what the join card says works on Node ${major}`;
/** The limit from the start of the service until two agents have talked. */
const talkWithinMs = 60_000;

const run = promisify(execFile);
const verdict = new Verdict();
const folder = await mkdtemp(join(tmpdir(), 'pairspace-packages-'));
const home = join(folder, 'home');
// npm gets its registry and proxy from the environment; the commands do not.
const env = { PATH: process.env['PATH'] ?? '', HOME: home };

/** Packs a package and checks its content. */
const pack = async (name: string): Promise<string> => {
  const cwd = join(root, 'packages', name);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
  const tarball = join(folder, stdout.trim());
  const opened = join(folder, 'opened', name);
  await mkdir(opened, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', opened, '--strip-components', '1']);
  const files = await readdir(opened, { recursive: true });
  for (const wanted of ['LICENSE', 'README.md', 'package.json']) {
    verdict.expect(claims.clean, files.includes(wanted), () => `${name} has no ${wanted}`);
  }
  const strange = files.filter((file) =>
    /\.test\.|\.tsbuildinfo$|(^|\/)(testing|node_modules)(\/|$)|package-lock/.test(file),
  );
  verdict.expect(claims.clean, strange.length === 0, () => `${name}: ${strange.slice(0, 5).join(', ')}`);
  for (const file of files.filter((one) => /\.(js|json|ts|map|html|txt)$/.test(one))) {
    const text = await readFile(join(opened, file), 'utf8');
    verdict.expect(claims.clean, !text.includes(`${root}/`), () => `${name}/${file} names ${root}`);
  }
  if (name === 'pairspace') {
    const light = files.filter((file) => /^dist\/(hook|client)[-.]/.test(file));
    const texts = await Promise.all(light.map((file) => readFile(join(opened, file), 'utf8')));
    const heavy = light.filter((_, index) => /[^$]ZodObject/.test(texts[index] ?? ''));
    verdict.expect(claims.light, light.length > 10 && heavy.length === 0, () => heavy.join(', '));
  }
  if (name === 'server') {
    for (const page of ['docs.html', 'guides/story.html', 'guides/operating.html'])
      verdict.expect(claims.guides, files.includes(`viewer/${page}`), () => `there is no ${page}`);
  }
  return tarball;
};

const install = async (place: string, tarballs: readonly string[]): Promise<string> => {
  const cwd = join(folder, place);
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true }));
  const options = ['--silent', '--no-audit', '--no-fund', '--engine-strict'];
  await run('npm', ['install', ...options, ...tarballs], { cwd, timeout: 900_000 });
  return cwd;
};

const bytesIn = async (place: string): Promise<number> => {
  const files = await readdir(place, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(place, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** The time in milliseconds until the first byte of output. */
const outputMs = async (...args: string[]): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  const ms = performance.now() - began;
  child.stdout.resume();
  child.stderr.resume();
  await exit;
  return ms;
};

/**
 * The fastest of ten starts of a command that loads the client, and of Node itself, because others use this machine
 * too. The command reports that there is no seat.
 */
const firstOutputMs = async (main: string): Promise<{ command: number; node: number }> => {
  const best = { command: Infinity, node: Infinity };
  for (let round = 0; round < 10; round++) {
    best.node = Math.min(best.node, await outputMs('--print', '1'));
    best.command = Math.min(best.command, await outputMs(main, 'inbox'));
  }
  return best;
};

/** The environment of a terminal in which the packages of a folder are installed. */
const installedIn = (cwd: string, more: Record<string, string>) => {
  const all = { ...env, ...more };
  return { ...all, PATH: `${join(cwd, 'node_modules/.bin')}:${all.PATH}` };
};

const bash = (script: string, cwd: string, more: Record<string, string> = {}): Promise<{ stdout: string }> =>
  run('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { cwd, env: installedIn(cwd, more), timeout: 60_000 });

/** Runs a block and checks its output. */
const works = async (claim: string, block: string, cwd: string, said: RegExp, more: Record<string, string> = {}) => {
  const began = performance.now();
  const out = await bash(block, cwd, more).then(
    ({ stdout }) => stdout,
    (error: unknown) => `failed: ${String(error)}`,
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${claim}: ${seconds} s`);
  verdict.expect(claim, said.test(out), () => out);
};

/** A search path with `node` of a major version. */
const pathWithNode = async (major: string): Promise<string> => {
  const place = await install(`node-${major}`, [`node@${major}`]);
  const path = `${join(place, 'node_modules/node/bin')}:${env.PATH}`;
  const { stdout } = await run('node', ['--version'], { env: { ...env, PATH: path } });
  if (!stdout.startsWith(`v${major}.`)) throw new Error(`This is Node ${stdout}, not ${major}.`);
  return path;
};

/** The first screen of the README, then a guest who knows only a link. */
const workWithAll = async (cwd: string, major: string): Promise<void> => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [serve = '', talk = ''] = blocksOf(readme, 'In a terminal');
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [data, own, guest] = ['data', 'own', 'guest'].map((name) => join(folder, `${name}-${major}`));
  await Promise.all([own, guest].map((place = '') => mkdir(place)));
  const PATH = await pathWithNode(major);
  const settings = { PATH, HOME: own ?? '', PORT: port, PAIRSPACE_DATA: data ?? '', PAIRSPACE_URL: url };
  const began = performance.now();
  // A process group, so that child processes end with it.
  const service = spawn('bash', ['--norc', '-c', serve], { cwd, env: installedIn(cwd, settings), detached: true });
  const ended = once(service, 'exit');
  try {
    await untilReady(url);
    await works(readmeClaim(major), talk, cwd, /The list is complete\./, settings);
    const ms = performance.now() - began;
    console.log(`from the start of the service to two agents talking on Node ${major}: ${(ms / 1000).toFixed(1)} s`);
    verdict.expect(readmeClaim(major), ms < talkWithinMs, () => `${ms.toFixed(0)} ms`);
    const { stdout } = await bash('pairspace create Plan --as eve --json', cwd, settings);
    const { link } = JSON.parse(stdout) as { link: string };
    const card = await (await fetch(link)).text();
    const [commands = ''] = blocksOf(card, 'With the command');
    // Eve replies while the guest waits.
    const greet = bash('pairspace wait --as eve && pairspace send "Welcome." --as eve', cwd, settings);
    await works(cardClaim(major), commands, cwd, /Welcome\./, { PATH, HOME: guest ?? '' });
    await greet;
  } finally {
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    await ended;
  }
};

try {
  await mkdir(home);
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
  const said = `${ms.command.toFixed(0)} ms, Node itself ${ms.node.toFixed(0)} ms`;
  console.log(`first output: ${said}`);
  verdict.expect(claims.quick, ms.command < Math.max(mostMs, 2 * ms.node), () => said);
  // The completion lists the options of all commands, so it loads each of them.
  await works(claims.commands, 'pairspace completion bash', alone, /"setup"\) words="--yes/);
  await works(claims.commands, 'pairspace setup opencode', alone, /\+ export const Pairspace =/);
  const all = await install('all', tarballs);
  for (const major of majors) await workWithAll(all, major);
} finally {
  await rm(folder, { recursive: true, force: true });
}
verdict.publish([...Object.values(claims), ...majors.flatMap((major) => [readmeClaim(major), cardClaim(major)])]);
