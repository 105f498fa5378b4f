import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestStorage } from '../testing/test-storage.ts';

/** A table as docs/scaling.md has it: the column that it is spread by, or null where every worker has a copy. */
type Distribution = readonly [table: string, column: string | null];

/** Reads the calls that the document lists, of one table or of an array of tables. */
const readDistributions = async (): Promise<Distribution[]> => {
  const document = await readFile(join(import.meta.dirname, '../../../../docs/scaling.md'), 'utf8');
  return [...document.matchAll(/select create_(?:distributed|reference)_table\(([^)]*)\)([^;]*);/g)].flatMap(
    ([, call = '', from = '']) => {
      const [named, column = null] = [...call.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
      if (!call.startsWith('name')) return [[named ?? '', column] as const];
      return [...from.matchAll(/'(\w+)'/g)].map(([, table = '']) => [table, named ?? null] as const);
    },
  );
};

test('the tables that the document on Citus spreads are those of the database, each by a column that it has', async () => {
  await using fixture = await openTestStorage({ now: () => 0 });
  const { read } = fixture.storage;
  const distributions = await readDistributions();
  const tables = await read.all<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'search!_%' escape '!' order by name
  `;
  expect(distributions.map(([table]) => table).sort()).toEqual(tables.map(({ name }) => name));
  for (const [table, column] of distributions) {
    if (column === null) continue;
    const columns = await read.all<{ name: string }>`select name from pragma_table_info(${table})`;
    expect(columns.map(({ name }) => name)).toContain(column);
  }
});
