import type { SQLTagStore } from 'node:sqlite';
import type { Queries, SqlValue } from '../storage.ts';

/** Queries on one connection, each after `before`; without it, promises settle within their turn of the event loop. */
export const queriesOn = (sql: SQLTagStore, before?: () => Promise<void>): Queries => {
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
