import { startService } from '@pairspace/testkit/service';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './lib/npm.ts';
import { openProof } from './lib/open-proof.ts';
import { type Played, played } from './lib/printed.ts';

/**
 * Foreign programs against the service, installed for this run alone: the conformance suite of MCP and the command line of
 * the MCP inspector at `/mcp` and `pairspace mcp`, on both revisions; the agents of `examples/agents`, one of them on the
 * Vercel AI SDK; and a linter of OpenAPI with its strict rules.
 *
 *   node --conditions=pairspace-source proofs/public-kits.ts
 */
const kits = {
  suite: '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  inspector: '@modelcontextprotocol/inspector@2.12.0',
  linter: '@redocly/openapi-core@2.64.0',
};
const root = join(import.meta.dirname, '..');

/** The scenarios of the suite that need no tools made for it, and those of their checks that fail. */
const revisions = {
  '2026-07-28': {
    era: 'modern',
    scenarios: ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
    failures: [
      // No list at /mcp ever changes, so there are no subscriptions, and no stream that a stranger could hold (MCP-6).
      'server-stateless:sep-2575-server-sends-subscription-ack',
      'server-stateless:sep-2575-server-tags-subscription-id',
      // The checks call tools made for the suite.
      'server-stateless:sep-2575-server-rejects-undeclared-capability',
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
      'server-stateless:sep-2575-server-no-log-without-loglevel',
      // The check requires a list that /mcp does not have: it has tools and resources, and declares so.
      'caching:sep-2549-prompts-list-caching-hints',
    ],
  },
  '2025-11-25': {
    era: 'legacy',
    scenarios: ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
    failures: [],
  },
};
const claims = {
  together: 'an agent on the AI SDK at /mcp and one on the MCP client finish a review together',
  clean: 'the linter finds nothing to say of the OpenAPI document',
  looks: 'the linter finds what is wrong in a document',
};
const suiteOf = (revision: string): string => `/mcp passes what the suite of ${revision} asks of any server`;
const toolsOf = (door: string, revision: string): string => `the inspector works with ${door} on ${revision}`;

/** Reads the document from a file, and prints the problems. */
const lint = `
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
const always = ['operation-operationId-unique', 'operation-description', 'tag-description', 'no-invalid-media-type-examples',
  'no-invalid-schema-examples', 'no-invalid-parameter-examples'].map((rule) => [rule, 'error']);
// Each service knows its own address.
const rules = { 'no-server-example.com': 'off', ...Object.fromEntries(always) };
const config = await createConfig({ extends: ['recommended-strict'], rules });
const problems = await lintFromString({ source: await readFile(process.argv[2], 'utf8'), config });
for (const { ruleId, message, location } of problems) console.log(ruleId, location[0]?.pointer ?? '', message);
`;

await using proof = await openProof({ folder: tmpdir() });
const { folder, verdict, say } = proof;

/** Runs a program to its end. */
const run = (...words: string[]): Promise<Played> => {
  const env = { ...process.env, HOME: folder, PAIRSPACE_HOME: join(folder, 'seats') };
  return played(words, { cwd: folder, env });
};

/** A failure that is not listed fails the claim, and so does a listed one that passes. */
const runSuite = async (revision: keyof typeof revisions, url: string): Promise<void> => {
  const main = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const { scenarios, failures } = revisions[revision];
  for (const scenario of scenarios) {
    const baseline = join(folder, 'expected.yaml');
    const server = failures.filter((one) => one.startsWith(`${scenario}:`));
    await writeFile(baseline, JSON.stringify({ server }));
    const part = ['--scenario', scenario, '--spec-version', revision, '--expected-failures', baseline];
    const { code, out, err } = await run(process.execPath, main, 'server', '--url', url, ...part);
    say(`${revision} ${scenario}: ${/Total: .*|Passed: .*/.exec(out + err)?.[0] ?? 'no total'}`);
    verdict.expect(suiteOf(revision), code === 0, () => (out + err).slice(-3000));
  }
};

const inspect = async (door: string, revision: keyof typeof revisions, target: string[], options: string[]) => {
  const main = join(folder, 'node_modules/.bin/mcp-inspector');
  const common = ['--cli', ...options, '--format', 'json', '--protocol-era', revisions[revision].era, '--method'];
  const create = ['--tool-name', 'pairspace_create', '--tool-args-json', '{"agentId":"ada"}'];
  for (const [given, said] of [
    [['tools/list', '--strict'], '"pairspace_wait"'],
    [['tools/call', ...create], 'Others join with'],
  ] as const) {
    const { code, out, err } = await run(main, ...common, ...given, ...target);
    verdict.expect(toolsOf(door, revision), code === 0 && out.includes(said), () => out + err);
  }
};

/** Runs the example in a copy, in whose folder the SDK is installed. */
const reviewTogether = async (url: string): Promise<void> => {
  const copy = join(folder, 'copy');
  await cp(join(root, 'examples'), join(copy, 'examples'), { recursive: true });
  for (const name of ['packages', 'node_modules']) await symlink(join(root, name), join(copy, name));
  const agents = join(copy, 'examples/agents');
  await install(join(agents, 'ai-sdk'), []);
  const { code, out, err } = await run(process.execPath, '--conditions=pairspace-source', join(agents, 'main.ts'), url);
  const seen = (out + err).match(/I have looked at your copy: 5 findings of mine, 5 in the text/g) ?? [];
  const isDone = code === 0 && seen.length === 2 && /^ses_\w+ is completed\.$/m.test(out);
  verdict.expect(claims.together, isDone, () => out + err);
};

const lintDocument = async (url: string): Promise<void> => {
  await writeFile(join(folder, 'lint.mjs'), lint);
  const problemsOf = async (source: string): Promise<string> => {
    await writeFile(join(folder, 'openapi.json'), source);
    const { out, err } = await run(process.execPath, 'lint.mjs', 'openapi.json');
    return out + err;
  };
  const source = await (await fetch(`${url}/api/openapi.json`)).text();
  const problems = await problemsOf(source);
  verdict.expect(claims.clean, problems === '', () => problems.slice(0, 3000));
  const changed = await problemsOf(source.replaceAll('"operationId":"createNote"', '"operationId":"getNote"'));
  verdict.expect(claims.looks, changed.includes('operation-operationId-unique'), () => changed);
};

await install(folder, Object.values(kits));
await using service = await startService({ folder: join(folder, 'data'), file: proof.server });
await lintDocument(service.url);
const command = ['--conditions=pairspace-source', join(root, 'packages/pairspace/src/main.ts'), 'mcp'];
for (const revision of Object.keys(revisions) as (keyof typeof revisions)[]) {
  await runSuite(revision, `${service.url}/mcp`);
  await inspect('/mcp', revision, [`${service.url}/mcp`], ['--transport', 'http']);
  await inspect('pairspace mcp', revision, [process.execPath, ...command], ['-e', `PAIRSPACE_URL=${service.url}`]);
}
await reviewTogether(service.url);
const ofRevision = (revision: string) => [
  suiteOf(revision),
  toolsOf('/mcp', revision),
  toolsOf('pairspace mcp', revision),
];
verdict.publish([...Object.values(claims), ...Object.keys(revisions).flatMap(ofRevision)]);
