import { freePort, startServer } from '@pairspace/testkit/process';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { Verdict } from './lib/verdict.ts';

/**
 * Foreign programs against the tools, with both revisions. The conformance suite of MCP runs against `/mcp`, and
 * against fixtures behind the same HTTP that have everything the suite requires. The command line of the MCP inspector
 * runs against `/mcp` and `pairspace mcp`, and the agents of `examples/agents` work together, one of them on the Vercel
 * AI SDK. The programs are installed for this run alone.
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

interface CommandResult {
  code: number;
  stdout: string;
  output: string;
}

const run = (program: string, given: readonly string[], cwd = folder): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { ...process.env, HOME: folder, PAIRSPACE_HOME: join(folder, 'seats') };
    const options = { cwd, env, timeout: 240_000, maxBuffer: 64 * 2 ** 20 };
    const child = execFile(program, given, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, stdout, output: stdout + stderr });
    });
  });

const installed = (name: string): string => join(folder, 'node_modules/@modelcontextprotocol', name);

type Failures = Record<'fixtures' | 'tools', Record<string, string[]>>;
const failures = parse(await readFile(join(import.meta.dirname, 'lib/mcp-failures.yaml'), 'utf8')) as Failures;

/** The scenarios that need no tools made for the suite. */
const anyServer = {
  '2026-07-28': ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
};

const fixturesOf = (revision: string): string =>
  `the fixtures pass all of the suite of ${revision}, but for what is listed`;
const suiteOf = (revision: string): string => `/mcp passes what the suite of ${revision} asks of any server`;
const toolsOf = (door: string, revision: string): string => `the inspector works with ${door} on ${revision}`;

/** Runs a part of the suite; fails on an unlisted failure, and on a listed check that passes. */
const runSuite = async (claim: string, url: string, listed: readonly string[], part: readonly string[]) => {
  const baseline = join(folder, 'expected.yaml');
  await writeFile(baseline, stringify({ server: listed }));
  const main = join(installed('conformance'), 'dist/index.js');
  const given = ['server', '--url', url, ...part, '--expected-failures', baseline];
  const { code, output } = await run(process.execPath, [main, ...given]);
  console.log(
    `${part.join(' ')}: ${/Total: .*|Passed: .*/.exec(output)?.[0] ?? 'no total'}, ${String(listed.length)} listed`,
  );
  verdict.expect(claim, code === 0, () => output.slice(-3000));
};

/** Runs all scenarios of a revision against the fixtures, and the general ones against the tools. */
const runSuites = async (revision: (typeof revisions)[number], tools: string, fixtures: string): Promise<void> => {
  const all = failures.fixtures[revision] ?? [];
  await runSuite(fixturesOf(revision), fixtures, all, ['--requirements', revision]);
  for (const scenario of anyServer[revision]) {
    const listed = (failures.tools[revision] ?? []).filter((one) => one.split(':')[0] === scenario);
    await runSuite(suiteOf(revision), tools, listed, ['--scenario', scenario, '--spec-version', revision]);
  }
};

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

const quietly = ['--silent', '--no-audit', '--no-fund'];
const together = 'an agent on the AI SDK at /mcp and one on the MCP client finish a review together';

/** Runs the example in a copy, in whose folder the SDK is installed. */
const reviewTogether = async (url: string): Promise<void> => {
  const [root, copy] = [join(import.meta.dirname, '..'), join(folder, 'copy')];
  await cp(join(root, 'examples'), join(copy, 'examples'), { recursive: true });
  for (const name of ['packages', 'node_modules']) await symlink(join(root, name), join(copy, name));
  const agents = join(copy, 'examples/agents');
  const { code, output } = await run('npm', ['install', ...quietly], join(agents, 'ai-sdk'));
  if (code !== 0) throw new Error(`the AI SDK could not be installed: ${output}`);
  const review = await run(process.execPath, ['--conditions=pairspace-source', join(agents, 'main.ts'), url]);
  const seen = review.output.match(/I have looked at your copy: 5 findings of mine, 5 in the text/g) ?? [];
  const isDone = review.code === 0 && seen.length === 2 && /^ses_\w+ is completed\.$/m.test(review.stdout);
  verdict.expect(together, isDone, () => review.output);
};

try {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { code, output } = await run('npm', ['install', ...quietly, suite, inspector]);
  if (code !== 0) throw new Error(`the programs could not be installed: ${output}`);
  await using service = await startService({ folder: join(folder, 'data'), file: serviceFile });
  await reviewTogether(service.url);
  const port = await freePort();
  const file = join(import.meta.dirname, 'lib/mcp-fixtures/main.ts');
  await using fixtures = await startServer({ file, args: [String(port)], port });
  for (const revision of revisions) {
    await runSuites(revision, `${service.url}/mcp`, `${fixtures.url}/mcp`);
    await inspect('/mcp', revision, [`${service.url}/mcp`], ['--transport', 'http']);
    const stdio = [process.execPath, '--conditions=pairspace-source', command, 'mcp'];
    await inspect('pairspace mcp', revision, stdio, ['-e', `PAIRSPACE_URL=${service.url}`]);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const claimsOf = (revision: string): string[] => [
  fixturesOf(revision),
  suiteOf(revision),
  toolsOf('/mcp', revision),
  toolsOf('pairspace mcp', revision),
];
verdict.publish([together, ...revisions.flatMap(claimsOf)]);
