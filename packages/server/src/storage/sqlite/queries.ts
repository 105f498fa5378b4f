import type { DatabaseSync } from 'node:sqlite';
import type { Queries, SqlValue } from '../storage.ts';
import { Statements } from './statements.ts';

/** Queries on one connection, each after `before`; without it, promises settle within their turn of the event loop. */
export const queriesOn = (db: DatabaseSync, before?: () => Promise<void>): Queries => {
  const sql = new Statements(db);
  const ask = async <T>(query: () => T): Promise<T> => {
    if (before) await before();
    return query();
  };
  return {
    all: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => ask(() => sql.all(strings, ...values) as Row[]),
    get: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
      ask(() => sql.get(strings, ...values) as Row | undefined),
  };
};
