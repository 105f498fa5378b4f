/** Fails when no test cites a rule, when a test cites a rule that does not exist, and when two rules have one id. */
import { glob, readFile } from 'node:fs/promises';

const documents = ['docs/spec.md', 'docs/operator-rules.md'];
const texts = await Promise.all(documents.map((path) => readFile(path, 'utf8')));
const ids = texts.flatMap((text) => Array.from(text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm), ([, id = '']) => id));
const rules = new Set(ids);
const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);

const citedIn = new Map<string, string>();
const places = [
  'packages/*/src/**/*.test.ts',
  'packages/conformance/src/**/*.ts',
  'examples/**/*.test.ts',
  'deploy/*.test.ts',
  'proofs/**/*.ts',
];
for await (const file of glob(places)) {
  const source = await readFile(file, 'utf8');
  for (const [id] of source.matchAll(/\b[A-Z]{3,4}-\d+\b/g)) citedIn.set(id, file);
}

const prefixOf = (id: string): string => id.replace(/-\d+$/, '');
const prefixes = new Set(Array.from(rules, prefixOf));
const uncited = [...rules].filter((id) => !citedIn.has(id));
const unknown = [...citedIn].filter(([id]) => prefixes.has(prefixOf(id)) && !rules.has(id));

for (const id of uncited) console.error(`${id} is cited by no test`);
for (const [id, file] of unknown)
  console.error(`${id} is cited in ${file}, but ${documents.join(' and ')} have no such rule`);
for (const id of repeated) console.error(`${id} stands twice in ${documents.join(' and ')}`);
console.log(`${String(rules.size - uncited.length)} of ${String(rules.size)} rules are cited by a test`);
if (rules.size === 0 || uncited.length > 0 || unknown.length > 0 || repeated.length > 0) process.exitCode = 1;
