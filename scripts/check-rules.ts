/**
 * Fails when no title of a test cites a rule, when a citation names an unknown rule, and when two rules have one id. A
 * comment or a helper that names a rule proves nothing.
 */
import { glob, readFile } from 'node:fs/promises';
import { testTitles } from './test-titles.ts';

const documents = ['docs/spec.md', 'docs/operator-rules.md'];
const texts = await Promise.all(documents.map((path) => readFile(path, 'utf8')));
const ids = texts.flatMap((text) => Array.from(text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm), ([, id = '']) => id));
const rules = new Set(ids);
const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);

const id = /\b[A-Z]{2,4}-\d+\b/g;
const namedIn = new Map<string, string>();
const proven = new Set<string>();
const places = [
  'packages/*/src/**/*.test.ts',
  'packages/web/tests/*.test.ts',
  'packages/conformance/src/**/*.ts',
  'examples/**/*.test.ts',
  'deploy/*.test.ts',
  'proofs/**/*.ts',
];
for await (const file of glob(places)) {
  const source = await readFile(file, 'utf8');
  for (const [rule] of source.matchAll(id)) namedIn.set(rule, file);
  for (const title of testTitles(source)) for (const [rule] of title.matchAll(id)) proven.add(rule);
}

const prefixOf = (rule: string): string => rule.replace(/-\d+$/, '');
const prefixes = new Set(Array.from(rules, prefixOf));
const uncited = [...rules].filter((rule) => !proven.has(rule));
const unknown = [...namedIn].filter(([rule]) => prefixes.has(prefixOf(rule)) && !rules.has(rule));

for (const rule of uncited) console.error(`${rule} is cited by no title of a test`);
for (const [rule, file] of unknown)
  console.error(`${rule} is cited in ${file}, but ${documents.join(' and ')} have no such rule`);
for (const rule of repeated) console.error(`${rule} stands twice in ${documents.join(' and ')}`);
console.log(`${String(rules.size - uncited.length)} of ${String(rules.size)} rules are cited by the title of a test`);
if (rules.size === 0 || uncited.length > 0 || unknown.length > 0 || repeated.length > 0) process.exitCode = 1;
