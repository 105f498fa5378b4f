/** Fails when a rule of docs/spec.md is cited by no test, or a test cites a rule that is not there. */
import { glob, readFile } from 'node:fs/promises';

const spec = await readFile('docs/spec.md', 'utf8');
const rules = new Set(Array.from(spec.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm), ([, id = '']) => id));
const later = new Set((/<!-- rules not yet in force: ([A-Z ]*) -->/.exec(spec)?.[1] ?? '').split(' '));

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
const uncited = [...rules].filter((id) => !citedIn.has(id) && !later.has(prefixOf(id)));
const unknown = [...citedIn].filter(([id]) => prefixes.has(prefixOf(id)) && !rules.has(id));

for (const id of uncited) console.error(`${id} is cited by no test`);
for (const [id, file] of unknown) console.error(`${id} is cited in ${file}, but docs/spec.md has no such rule`);
const inForce = [...rules].filter((id) => !later.has(prefixOf(id)));
console.log(
  `${String(inForce.length - uncited.length)} of ${String(inForce.length)} rules in force are cited by a test`,
);
if (rules.size === 0 || uncited.length > 0 || unknown.length > 0) process.exitCode = 1;
