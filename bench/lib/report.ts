import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, machine, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { diskOf, timeSync } from './disk.ts';
import { boundText, type Figure, figureRow, keeps, shown, table } from './figures.ts';
import type { BenchOptions } from './options.ts';

/** Numbers behind the figures, one row a round. */
export interface Detail {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export interface Findings {
  name: string;
  /** The question and the method, in a few sentences. */
  question: string;
  figures: readonly Figure[];
  details?: readonly Detail[];
}

const [loadAtStart = NaN] = loadavg();

/** Shows what was found, keeps it unless the run was a quick one, and fails the process when a bound is not met. */
export const report = async ({ quick, folder }: Pick<BenchOptions, 'quick' | 'folder'>, found: Findings) => {
  const where = { date: new Date().toISOString(), ...describeMachine(folder) };
  const text = await format(page(found, where), { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' });
  process.stdout.write(text);
  if (!quick) {
    const results = join(import.meta.dirname, '../results');
    await mkdir(results, { recursive: true });
    await writeFile(join(results, `${found.name}.json`), `${JSON.stringify({ ...where, ...found }, null, 2)}\n`);
    await writeFile(join(results, `${found.name}.md`), text);
  }
  for (const { name, value, unit, goal, sanity } of found.figures) {
    const bound = quick ? sanity : goal;
    if (!bound || keeps(bound, value)) continue;
    process.stderr.write(`${name} is ${shown(value)} ${unit}, not ${boundText(bound)}.\n`);
    process.exitCode = 1;
  }
};

const describeMachine = (folder: string) => {
  const sync = timeSync(folder);
  const processors = cpus();
  return {
    machine: `${type()} ${release()}, ${machine()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory`,
    cpu: `${processors[0]?.model.trim() ?? 'unknown'}, ${String(processors.length)} cores`,
    busy: `load average ${shown(loadAtStart)} before the run`,
    node: process.version,
    disk: `${diskOf(folder)}, fdatasync p50 ${shown(sync.p50Ms)} ms, p99 ${shown(sync.p99Ms)} ms`,
  };
};

const page = ({ name, question, figures, details = [] }: Findings, where: Record<string, string>): string =>
  [
    `# ${name}`,
    question.replace(/\s+/g, ' '),
    table(['figure', 'value', 'goal', 'met'], figures.map(figureRow)),
    ...details.flatMap(({ title, columns, rows }) => [`## ${title}`, table(columns, rows)]),
    '## Where',
    Object.entries(where)
      .map(([what, text]) => `- ${what}: ${text}`)
      .join('\n'),
  ].join('\n\n');
