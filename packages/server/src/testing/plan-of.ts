import { DatabaseSync } from 'node:sqlite';
import type { Queries, SqlValue } from '../storage/storage.ts';
import type { TestApp } from './test-app.ts';

/**
 * The query plans of the embedded database for the statements of `ask`, step by step. Reads of a single row return
 * `row`.
 */
export const planOf = async (
  { folder }: TestApp,
  ask: (db: Queries) => Promise<unknown>,
  row?: object,
): Promise<string[]> => {
  using db = new DatabaseSync(`${folder}/pairspace.sqlite`, { readOnly: true });
  const plan: string[] = [];
  const explain = (strings: TemplateStringsArray, values: SqlValue[]): void => {
    const steps = db.prepare(`explain query plan ${strings.join('?')}`).all(...values);
    plan.push(...steps.map(({ detail }) => String(detail)));
  };
  await ask({
    all: (strings, ...values) => {
      explain(strings, values);
      return Promise.resolve([]);
    },
    get: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => {
      explain(strings, values);
      return Promise.resolve(row as Row | undefined);
    },
  });
  return plan;
};
