import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { type Figure, figureRow, isMissed, table } from './lib/figures.ts';

/**
 * Makes the page of all goals from the results that are kept: `bench/results/README.md`.
 *
 *   node --conditions=pairspace-source bench/overview.ts
 */
interface Result {
  name: string;
  date: string;
  cpu: string;
  disk: string;
  busy: string;
  figures: readonly Figure[];
}

/** What the difference is spent on where a goal is not met, as profiles of those runs show. */
const spentOn: Readonly<Record<string, string>> = {};

const folder = join(import.meta.dirname, 'results');
const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
const results = await Promise.all(
  files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Result),
);

const goals = results.flatMap(({ name, figures }) =>
  figures.filter(({ goal }) => goal !== undefined).map((figure) => ({ name, figure })),
);
const missed = goals.filter(({ figure }) => isMissed(figure));

const page = [
  '# Results',
  'Every goal of the benchmarks, with the value of the last full run. `npm run bench:overview` makes this page from the results beside it. The goals are for a quiet machine; shares of a ceiling depend on how long the disk takes for a sync.',
  `${String(goals.length - missed.length)} of ${String(goals.length)} goals are met.`,
  table(
    ['benchmark', 'figure', 'value', 'goal', 'met'],
    goals.map(({ name, figure }) => [`[${name}](${name}.md)`, ...figureRow(figure)]),
  ),
  '## What missed goals spend the difference on',
  missed
    .map(({ name, figure }) => `- **${name}, ${figure.name}**: ${spentOn[`${name}, ${figure.name}`] ?? 'not known'}`)
    .join('\n'),
  '## Where',
  table(
    ['benchmark', 'date', 'processor', 'disk', 'other work'],
    results.map(({ name, date, cpu, disk, busy }) => [name, date.slice(0, 16).replace('T', ' '), cpu, disk, busy]),
  ),
].join('\n\n');
await writeFile(
  join(folder, 'README.md'),
  await format(page, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }),
);
