import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runChecks } from '../examples/demo/checks.ts';
import { readDocument } from '../examples/demo/document.ts';
import { structureChecks } from '../examples/demo/structure-checks.ts';

const root = join(import.meta.dirname, '..');
const tracked = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

const files = tracked();
const documents = tracked(
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture/*.md',
  'docs/adr/*.md',
  'docs/proofs.md',
);
/** Files that documents name as examples for the reader to create, and a file that the build makes. */
const examples = new Set([
  'routes.ts',
  'policy.ts',
  'slice.ts',
  'create-poll.ts',
  'cast-vote.ts',
  'poll-store.ts',
  'poll-rows.ts',
  'viewer/site-views.js',
]);
const isExample = (path: string): boolean => examples.has(path) || /\bpolls?(?:\/|\.ts$)/.test(path);

test.each(documents)('%s names files that exist', async (document) => {
  const text = await readFile(join(root, document), 'utf8');
  const named = Array.from(text.matchAll(/`([\w./-]+\.(?:ts|tsx|js|cjs))`/g), ([, path = '']) => path);
  const missing = named.filter((path) => !isExample(path) && !files.some((file) => `/${file}`.endsWith(`/${path}`)));
  expect(missing).toEqual([]);
});

test('what the README links to exists', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const checks = structureChecks((path) => existsSync(join(root, path)));
  expect(runChecks(checks, readDocument('README.md', readme))).toEqual([]);
});
