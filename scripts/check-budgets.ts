/**
 * Fails when the project is larger than `budgets.json` allows. `--lower` writes the present numbers where they are
 * lower. A number is raised by hand, in a commit of its own that names its reason.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { countSettings } from '../packages/server/src/settings/write-settings.ts';
import { countLines } from './lib/count-lines.ts';
import { traceRequests } from './lib/trace-requests.ts';

type Budgets = Record<string, Record<string, number>>;

const path = 'budgets.json';
const allowed = JSON.parse(await readFile(path, 'utf8')) as Budgets;
const spec = await readFile('docs/spec.md', 'utf8');
const programsIn = (folder: string): number => readdirSync(folder).filter((name) => name.endsWith('.ts')).length;
const traces = Object.entries(await traceRequests());

const found: Budgets = {
  lines: countLines(),
  contract: {
    rules: spec.match(/^- \*\*[A-Z0-9]+-\d+\*\*/gm)?.length ?? 0,
    words: spec.split(/\s+/).filter((word) => word !== '').length,
    settings: countSettings(),
  },
  programs: { proofs: programsIn('proofs'), bench: programsIn('bench') },
  functions: Object.fromEntries(traces.map(([name, { functions }]) => [name, functions])),
  files: Object.fromEntries(traces.map(([name, { files }]) => [name, files])),
};

const rows = Object.entries(found).flatMap(([group, numbers]) =>
  Object.entries(numbers).map(([name, now]) => ({ group, name, now, most: allowed[group]?.[name] ?? 0 })),
);
for (const { group, name, now, most } of rows) {
  console.log(`${now > most ? '!!' : '  '} ${group.padEnd(10)} ${name.padEnd(28)} ${String(now)} of ${String(most)}`);
}

if (process.argv.includes('--lower')) {
  const lowered = Object.fromEntries(
    Object.entries(found).map(([group, numbers]) => [
      group,
      Object.fromEntries(
        Object.entries(numbers).map(([name, now]) => [name, Math.min(now, allowed[group]?.[name] ?? now)]),
      ),
    ]),
  );
  await writeFile(path, await format(JSON.stringify(lowered), { ...(await resolveConfig(path)), parser: 'json' }));
} else if (rows.some(({ now, most }) => now > most)) {
  process.exitCode = 1;
}
