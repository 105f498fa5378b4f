/**
 * Fails when a rule does not end with one mark of its origin or is cited by no title of a test, when a citation names
 * an unknown rule, and when an id stands twice. A comment or a helper that names a rule proves nothing.
 */
import { glob, readFile } from 'node:fs/promises';
import { testTitles } from './test-titles.ts';

const documents = ['docs/spec.md', 'docs/operator-rules.md'];
const texts = await Promise.all(documents.map((path) => readFile(path, 'utf8')));
const lines = texts.flatMap((text) => Array.from(text.matchAll(/^- \*\*([A-Z][A-Z0-9]*-\d+)\*\* .*$/gm)));
const ids = lines.map(([, id = '']) => id);
const rules = new Set(ids);

const id = /\b[A-Z][A-Z0-9]{1,3}-\d+\b/g;
const again = ids.filter((id, index) => ids.indexOf(id) !== index);

const mark = /\[spec\]|\[contract (?:[1-9]|[12]\d|3[0-4])\]|\(decided: [^()]+\)/g;
const unmarked = lines.filter(([line]) => {
  const marks = line.match(mark) ?? [];
  return marks.length !== 1 || !line.endsWith(` ${marks[0]}`);
});
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
for (const rule of again) console.error(`${rule} stands twice in ${documents.join(' and ')}`);
for (const [, rule] of unmarked) console.error(`${rule ?? ''} does not end with one mark of its origin`);
for (const [index, path] of documents.entries()) {
  const text = texts[index] ?? '';
  const count = lines.filter(({ input }) => input === text).length;
  console.log(`${path}: ${String(count)} rules, ${String(text.split(/\s+/).filter(Boolean).length)} words`);
}
console.log(`${String(rules.size - uncited.length)} of ${String(rules.size)} rules are cited by the title of a test`);
if (rules.size === 0 || [uncited, unknown, again, unmarked].some(({ length }) => length > 0)) process.exitCode = 1;
