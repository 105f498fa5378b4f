import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queriesOn } from '../storage/sqlite/queries.ts';
import type { Queries } from '../storage/storage.ts';
import { digestOf, pagesOf, type Table } from './table.ts';

const table: Table = { name: 't', columns: ['part', 'id', 'content'], key: ['part', 'id'] };

let db: DatabaseSync;
let queries: Queries;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('create table t (part text, id integer, content text, primary key (part, id))');
  queries = queriesOn(db);
});

afterEach(() => {
  db.close();
});

const addRows = (part: string, count: number, size: number): void => {
  const insert = db.prepare('insert into t values (?, ?, ?)');
  for (let id = 0; id < count; id++) insert.run(part, id, 'é'.repeat(size / 2));
};

test('a page is small, however large the rows are, and no row is left out', async () => {
  addRows('a', 100, 10);
  addRows('b', 3, 2 ** 20 - 1000);
  addRows('c', 2, 2 ** 22);
  db.exec(`insert into t values ('d', 0, null)`);
  const pages = await Array.fromAsync(pagesOf(queries, table));
  const parts = pages.map((rows) => rows.map(({ part }) => String(part)).join(''));
  expect(parts).toEqual(['a'.repeat(64), `${'a'.repeat(36)}bb`, 'b', 'c', 'c', 'd']);
  const rest = await Array.fromAsync(pagesOf(queries, table, { part: 'c', id: 0 }));
  expect(rest.flat().map(({ part, id }) => [part, id])).toEqual([
    ['c', 1],
    ['d', 0],
  ]);
});

test('a digest tells what is there, and in what order', async () => {
  const seen = new Set<string>();
  const see = async (): Promise<void> => {
    seen.add((await digestOf(queries, table)).sha256);
  };
  await see();
  addRows('a', 2, 10);
  await see();
  db.exec(`update t set content = 'y' where id = 1`);
  await see();
  db.exec(`update t set id = 2 - id`);
  await see();
  expect(seen.size).toBe(4);
});
