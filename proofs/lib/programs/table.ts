import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const path = join(import.meta.dirname, '../../../docs/programs.md');

/** The columns of the table, with their titles. */
const titles = {
  program: 'program',
  date: 'date',
  load: 'load',
  checks: 'checks passed',
  messages: 'receipts compared',
  tools: 'tools',
  working: 'told in a turn after',
  idle: 'woken while idle after',
  hook: 'a hook with nothing to say (Node alone)',
  questions: 'asked its user at its start',
};

/** A row of the table: the results of one program. */
export type Row = Record<keyof typeof titles, string>;

const columns = Object.keys(titles) as (keyof Row)[];

/** The day of a run, and the load of the machine in its last five minutes. */
export const circumstances = (): Pick<Row, 'date' | 'load'> => ({
  date: new Date().toISOString().slice(0, 10),
  load: (loadavg()[1] ?? 0).toFixed(0),
});

const lineOf = (row: Row): string => `| ${columns.map((key) => row[key] || '–').join(' | ')} |`;

const head = [lineOf(titles), `|${' --- |'.repeat(columns.length)}`];

/** The program in a line of the table, without its version. */
const titleOf = (line: string): string => /^\| (.*?) [\d.]+ +\|/.exec(line)?.[1] ?? '';

const tableOf = (lines: readonly string[]): string => [...head, ...lines.toSorted()].join('\n');

export const showTable = (rows: readonly Row[]): void => {
  console.log(tableOf(rows.map(lineOf)));
};

/** A document in whose table these rows have taken the place of earlier ones. */
export const withRows = (text: string, rows: readonly Row[]): string => {
  const fresh = rows.map(lineOf);
  const titlesOfFresh = new Set(fresh.map(titleOf));
  return text.replace(/^\| program +\| date .*\n.*\n((?:\|.*\n)*)/m, (_, known: string) => {
    const kept = known.split('\n').filter((line) => line !== '' && !titlesOfFresh.has(titleOf(line)));
    return `${tableOf([...kept, ...fresh])}\n`;
  });
};

/** Writes rows into docs/programs.md. */
export const writeRows = async (rows: readonly Row[]): Promise<void> => {
  const text = withRows(await readFile(path, 'utf8'), rows);
  await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
};
