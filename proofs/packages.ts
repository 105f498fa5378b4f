import { startService } from '@pairspace/testkit/service';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { install, installNode, pack } from './lib/npm.ts';
import { listed, openProof } from './lib/open-proof.ts';

/**
 * The packages as a new user gets them: packed, and installed from their tarballs into empty folders. The command works on
 * the Node that it names, and the client on Node 20, 22, 24 and 26, against the real service.
 * `first-hour` plays what the README says with the same tarballs. `npm run build` comes first.
 *
 *   node --conditions=pairspace-source proofs/packages.ts [--node 20,22,24,26]
 */
await using proof = await openProof({ node: '20,22,24,26', folder: tmpdir() });
const { folder, verdict, say } = proof;
const root = join(import.meta.dirname, '..');
const names = ['protocol', 'client', 'mcp', 'sandbox', 'server', 'cli', 'conformance', 'pairspace'];
const mostBytes = 10 * 2 ** 20;
/** A command loads the client besides Node itself; a hook that has nothing to say does not. */
const mostStarts = { inbox: 10, hook: 6 };
const claims = {
  clean: 'a tarball has a licence, a readme and a changelog, and no test, no build info, no path of this machine',
  guides: 'the server brings the reference and the guides that it shows at /docs',
  small: 'the command of agents has no dependency and takes less than 10 MB',
  light: 'hooks, and the client of the commands, load no schemas of the service',
  quick: 'a command takes at most ten times the processor time of the start of Node, and an idle hook six times',
  commands: 'each command of agents loads from the tarball, and setup finds the plugins',
};
const majors = listed(proof.node);
const clientClaim = (major: string): string => `the client does its work on Node ${major}`;

const run = promisify(execFile);
const home = join(folder, 'home');
// npm gets its registry and proxy from the environment; the commands do not.
const env = { PATH: process.env['PATH'] ?? '', HOME: home };

/** Packs a package and checks its content. */
const packAndCheck = async (name: string): Promise<string> => {
  const tarball = await pack(name, folder);
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

const bytesIn = async (place: string): Promise<number> => {
  const files = await readdir(place, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(place, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** The processor time of the quickest of five runs, in milliseconds: others use this machine too. */
const startMs = async (...args: string[]): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const script = 'TIMEFORMAT=%U; { time "$0" "$@" <<<"{}" >/dev/null 2>&1 || true; } 2>&1';
    const { stdout } = await run('bash', ['-c', script, process.execPath, ...args], { env });
    times.push(Number(stdout) * 1000);
  }
  return Math.min(...times);
};

/** Runs the command in an empty folder in which it alone is installed. */
const proveCommand = async (tarball: string): Promise<void> => {
  const alone = await install(join(folder, 'alone'), ['--engine-strict', tarball]);
  const modules = (await readdir(join(alone, 'node_modules'))).filter((name) => !name.startsWith('.'));
  const bytes = await bytesIn(join(alone, 'node_modules'));
  const isSmall = modules.join() === 'pairspace' && bytes < mostBytes;
  verdict.expect(claims.small, isSmall, () => `${modules.join()}: ${String(bytes)}`);
  const main = join(alone, 'node_modules/pairspace/dist/main.js');
  const node = await startMs('--print', '1');
  for (const [name, most] of Object.entries(mostStarts)) {
    const ms = await startMs(main, name, ...(name === 'hook' ? ['claude-code', 'PostToolUse'] : []));
    const told = `processor time of ${name}: ${ms.toFixed(0)} ms, of Node itself ${node.toFixed(0)} ms`;
    say(told);
    verdict.expect(claims.quick, ms < most * node, () => told);
  }
  // The completion lists the options of all commands, so it loads each of them.
  for (const [args, said] of [
    [['completion', 'bash'], /"setup"\) words="--yes/],
    [['setup', 'opencode'], /\+ export const Pairspace =/],
  ] as const) {
    const { stdout } = await run(process.execPath, [main, ...args], { cwd: alone, env });
    verdict.expect(claims.commands, said.test(stdout), () => stdout);
  }
};

/** Installs client and protocol, which must support this Node, and runs a program that uses them. */
const runClient = async (major: string, tarballs: readonly string[], url: string): Promise<void> => {
  const bin = await installNode(join(folder, `node-${major}`), major);
  const { stdout: version } = await run(join(bin, 'node'), ['--version']);
  if (!version.startsWith(`v${major}.`)) throw new Error(`this is Node ${version}`);
  const ofNode = { ...process.env, PATH: `${bin}:${env.PATH}` };
  const place = await install(join(folder, `client-${major}`), ['--engine-strict', ...tarballs], ofNode);
  await copyFile(join(root, 'proofs/lib/client-program.js'), join(place, 'main.mjs'));
  await run(join(bin, 'node'), ['main.mjs', url], { cwd: place, timeout: 300_000 });
};

await mkdir(home);
const tarballs = new Map<string, string>();
for (const name of names) tarballs.set(name, await packAndCheck(name));
await proveCommand(tarballs.get('pairspace') ?? '');
await using service = await startService({ folder: join(folder, 'data'), file: proof.server });
const ofClient = ['protocol', 'client'].map((name) => tarballs.get(name) ?? '');
for (const major of majors) await verdict.passes(clientClaim(major), () => runClient(major, ofClient, service.url));
verdict.publish([...Object.values(claims), ...majors.map(clientClaim)]);
