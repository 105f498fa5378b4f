import { serviceFile, startService } from '@pairspace/testkit/service';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import { expected } from './lib/client-program.js';
import { Verdict } from './lib/verdict.ts';

/**
 * The packages as a new user gets them: packed, and installed from their tarballs into empty folders. The command works on
 * the Node that it names, and the client on Node 20, 22, 24 and 26, against the real service.
 * `first-hour` plays what the README says with the same tarballs. `npm run build` comes first.
 *
 *   node --conditions=pairspace-source proofs/packages.ts [--node 20,22,24,26]
 */
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '20,22,24,26' },
  },
});
const root = join(import.meta.dirname, '..');
const names = ['protocol', 'client', 'mcp', 'sandbox', 'server', 'cli', 'conformance', 'pairspace'];
const mostBytes = 10 * 2 ** 20;
/** A command loads the client besides Node itself. */
const mostStarts = 6;
const claims = {
  clean: 'a tarball has a licence, a readme and a changelog, and no test, no build info, no path of this machine',
  guides: 'the server brings the reference and the guides that it shows at /docs',
  small: 'the command of agents has no dependency and takes less than 10 MB',
  light: 'hooks, and the client of the commands, load no schemas of the service',
  quick: 'the start of a command takes at most six times the processor time of the start of Node',
  commands: 'each command of agents loads from the tarball, and setup finds the plugins',
};
const majors = values.node.split(',').filter((major) => major !== '');
const clientClaim = (runtime: string): string => `the client does its work on ${runtime}`;

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

const install = async (place: string, tarballs: readonly string[], path = env.PATH): Promise<string> => {
  const cwd = join(folder, place);
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true }));
  const options = ['--silent', '--no-audit', '--no-fund', '--engine-strict'];
  await run('npm', ['install', ...options, ...tarballs], {
    cwd,
    timeout: 900_000,
    env: { ...process.env, PATH: path },
  });
  return cwd;
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
    const script = 'TIMEFORMAT=%U; { time "$0" "$@" >/dev/null 2>&1 || true; } 2>&1';
    const { stdout } = await run('bash', ['-c', script, process.execPath, ...args], { env });
    times.push(Number(stdout) * 1000);
  }
  return Math.min(...times);
};

/** Runs the command in an empty folder in which it alone is installed. */
const proveCommand = async (tarball: string): Promise<void> => {
  const alone = await install('alone', [tarball]);
  const modules = (await readdir(join(alone, 'node_modules'))).filter((name) => !name.startsWith('.'));
  const bytes = await bytesIn(join(alone, 'node_modules'));
  const isSmall = modules.join() === 'pairspace' && bytes < mostBytes;
  verdict.expect(claims.small, isSmall, () => `${modules.join()}: ${String(bytes)}`);
  const main = join(alone, 'node_modules/pairspace/dist/main.js');
  const [node, command] = [await startMs('--print', '1'), await startMs(main, 'inbox')];
  console.log(`processor time of a start: ${command.toFixed(0)} ms, of Node itself ${node.toFixed(0)} ms`);
  verdict.expect(claims.quick, command < mostStarts * node, () => `${command.toFixed(0)} and ${node.toFixed(0)} ms`);
  // The completion lists the options of all commands, so it loads each of them.
  for (const [args, said] of [
    [['completion', 'bash'], /"setup"\) words="--yes/],
    [['setup', 'opencode'], /\+ export const Pairspace =/],
  ] as const) {
    const { stdout } = await run(process.execPath, [main, ...args], { cwd: alone, env });
    verdict.expect(claims.commands, said.test(stdout), () => stdout);
  }
};

/** Installs client and protocol, which must support this Node, and a program that uses them. */
const installClient = async (name: string, tarballs: readonly string[], path = env.PATH): Promise<string> => {
  const place = await install(name, tarballs, path);
  await copyFile(join(root, 'proofs/lib/client-program.js'), join(place, 'client-program.mjs'));
  await writeFile(
    join(place, 'main.mjs'),
    `import * as library from '@pairspace/client';
import { runClientProgram } from './client-program.mjs';
console.log(JSON.stringify(await runClientProgram(library, process.argv[2])));
`,
  );
  return place;
};

const onNode = async (major: string, tarballs: readonly string[], url: string): Promise<unknown> => {
  const bin = join(await install(`node-${major}`, [`node@${major}`]), 'node_modules/node/bin');
  const { stdout: version } = await run(join(bin, 'node'), ['--version']);
  if (!version.startsWith(`v${major}.`)) return `this is Node ${version}`;
  const place = await installClient(`client-${major}`, tarballs, `${bin}:${env.PATH}`);
  const { stdout } = await run(join(bin, 'node'), ['main.mjs', url], { cwd: place, timeout: 300_000 });
  return JSON.parse(stdout);
};

const proveClient = async (tarballs: readonly string[]): Promise<void> => {
  await using service = await startService({ folder: join(folder, 'data'), file: serviceFile });
  const check = (runtime: string, result: unknown): void => {
    verdict.expect(clientClaim(runtime), isDeepStrictEqual(result, expected), () => JSON.stringify(result));
  };
  for (const major of majors) check(`Node ${major}`, await onNode(major, tarballs, service.url));
};

try {
  await mkdir(home);
  const tarballs = new Map<string, string>();
  for (const name of names) tarballs.set(name, await pack(name));
  await proveCommand(tarballs.get('pairspace') ?? '');
  await proveClient(['protocol', 'client'].map((name) => tarballs.get(name) ?? ''));
} finally {
  await rm(folder, { recursive: true, force: true });
}
verdict.publish([...Object.values(claims), ...majors.map((major) => clientClaim(`Node ${major}`))]);
