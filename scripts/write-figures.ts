/**
 * Writes the results of the full runs of benchmarks into docs/figures.md. Rows of a benchmark without a result here stay
 * as they are, and so do the explanations of figures that still miss their goals.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { type Figure, figureRow, table } from '../bench/lib/figures.ts';

/** The used part of a stored result. */
interface Result {
  name: string;
  date: string;
  cpu: string;
  disk: string;
  busy: string;
  figures: readonly Figure[];
}

const folder = 'bench/results';
const path = 'docs/figures.md';
await mkdir(folder, { recursive: true });
const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
const results = await Promise.all(
  files.map(async (name) => JSON.parse(await readFile(`${folder}/${name}`, 'utf8')) as Result),
);

const page = await readFile(path, 'utf8');
const [ofGoals = '', ofPlaces = ''] = page.split('## Where');
const names = new Set(results.map(({ name }) => name));
/** The rows of a table of the page that stay. */
const rowsThatStay = (text: string): string[][] =>
  [...text.matchAll(/^\| (?!benchmark|-)(.*) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([name = '']) => !names.has(name));
const byName = ([one = '']: string[], [other = '']: string[]): number => one.localeCompare(other);

const goals = [
  ...rowsThatStay(ofGoals),
  ...results.flatMap(({ name, figures }) =>
    figures.filter(({ goal }) => goal !== undefined).map((figure) => [name, ...figureRow(figure)]),
  ),
].toSorted(byName);
const missed = goals.filter((row) => row.at(-1) === 'no').map(([name = '', figure = '']) => `${name}, ${figure}`);
const places = [
  ...rowsThatStay(ofPlaces),
  ...results.map(({ name, date, cpu, disk, busy }) => [name, date.slice(0, 16).replace('T', ' '), cpu, disk, busy]),
].toSorted(byName);
const explanations = new Map(
  [...page.matchAll(/^- \*\*(.*)\*\*: (.*)$/gm)].map(([, name = '', text = '']) => [name, text]),
);

const written = [
  '# Figures',
  'Every goal of the benchmarks, with the value of the last full run. `npm run docs:figures` writes the tables of this page from what the full runs left in `bench/results`. The goals are for a quiet machine; shares of a ceiling depend on how long the disk takes for a sync.',
  `${String(goals.length - missed.length)} of ${String(goals.length)} goals are met.`,
  table(['benchmark', 'figure', 'value', 'goal', 'met'], goals),
  '## What missed goals spend the difference on',
  missed.map((name) => `- **${name}**: ${explanations.get(name) ?? 'not known'}`).join('\n'),
  '## Where',
  table(['benchmark', 'date', 'processor', 'disk', 'other work'], places),
].join('\n\n');
await writeFile(path, await format(written, { ...(await resolveConfig(path)), parser: 'markdown' }));
