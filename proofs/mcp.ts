import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { serviceFile, startService } from '../bench/lib/service.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Two programs of others against the tools: the conformance suite of MCP against `/mcp`, on both revisions, and the
 * command line of the MCP inspector against `/mcp` and `pairspace mcp`. They are installed for this run alone.
 *
 *   node --conditions=pairspace-source proofs/mcp.ts
 */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const inspector = '@modelcontextprotocol/inspector@2.12.0';
const revisions = ['2026-07-28', '2025-11-25'] as const;
const eras = { '2026-07-28': 'modern', '2025-11-25': 'legacy' };
const command = join(import.meta.dirname, '../packages/pairspace/src/main.ts');
const verdict = new Verdict();
const folder = await mkdtemp(join(tmpdir(), 'pairspace-mcp-'));

interface Ended {
  code: number;
  stdout: string;
  output: string;
}

const run = (program: string, given: readonly string[], cwd = folder): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, HOME: folder, PAIRSPACE_HOME: join(folder, 'seats') };
    const options = { cwd, env, timeout: 240_000, maxBuffer: 64 * 2 ** 20 };
    const child = execFile(program, given, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, stdout, output: stdout + stderr });
    });
  });

const installed = (name: string): string => join(folder, 'node_modules/@modelcontextprotocol', name);

/** Runs what a revision requires; fails on a failure that is not listed, and on one that is listed and passes. */
const runSuite = async (revision: (typeof revisions)[number], url: string): Promise<void> => {
  const listed = parse(await readFile(join(import.meta.dirname, 'lib/mcp-failures.yaml'), 'utf8')) as Record<
    string,
    string[]
  >;
  const baseline = join(folder, `${revision}.yaml`);
  await writeFile(baseline, stringify({ server: listed[revision] }));
  const main = join(installed('conformance'), 'dist/index.js');
  const given = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline];
  const { code, output } = await run(process.execPath, [main, ...given]);
  console.log(
    `${revision}: ${/Total: .*/.exec(output)?.[0] ?? 'no total'}, ${String(listed[revision]?.length)} listed`,
  );
  verdict.expect(suiteOf(revision), code === 0, () => output.slice(-3000));
};

const suiteOf = (revision: string): string => `/mcp passes the suite of ${revision}, but for what is listed`;
const toolsOf = (door: string, revision: string): string => `the inspector works with ${door} on ${revision}`;

const inspect = async (
  door: string,
  revision: (typeof revisions)[number],
  target: string[],
  options: string[] = [],
) => {
  const main = join(folder, 'node_modules/.bin/mcp-inspector');
  const common = ['--cli', ...options, '--format', 'json', '--protocol-era', eras[revision]];
  const listing = await run(main, [...common, '--method', 'tools/list', '--strict', ...target]);
  verdict.expect(
    toolsOf(door, revision),
    listing.code === 0 && listing.stdout.includes('"pairspace_wait"'),
    () => listing.output,
  );
  const call = ['--method', 'tools/call', '--tool-name', 'pairspace_create', '--tool-args-json', '{"agentId":"ada"}'];
  const called = await run(main, [...common, ...call, ...target]);
  verdict.expect(
    toolsOf(door, revision),
    called.code === 0 && called.stdout.includes('Others join with'),
    () => called.output,
  );
};

try {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { code, output } = await run('npm', ['install', '--silent', '--no-audit', '--no-fund', suite, inspector]);
  if (code !== 0) throw new Error(`the programs could not be installed: ${output}`);
  await using service = await startService({ folder: join(folder, 'data'), file: serviceFile });
  for (const revision of revisions) {
    await runSuite(revision, `${service.url}/mcp`);
    await inspect('/mcp', revision, [`${service.url}/mcp`], ['--transport', 'http']);
    const stdio = [process.execPath, '--conditions=pairspace-source', command, 'mcp'];
    await inspect('pairspace mcp', revision, stdio, ['-e', `PAIRSPACE_URL=${service.url}`]);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
verdict.publish(revisions.flatMap((one) => [suiteOf(one), toolsOf('/mcp', one), toolsOf('pairspace mcp', one)]));
