import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlValue } from '../storage.ts';

/**
 * The statements of a connection as tagged templates, each prepared once. It finds a statement by its template, because
 * to find it by its text costs as much as a small query.
 */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #byTemplate = new WeakMap<TemplateStringsArray, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  all(strings: TemplateStringsArray, ...values: SqlValue[]): unknown[] {
    return this.#prepare(strings).all(...values);
  }

  get(strings: TemplateStringsArray, ...values: SqlValue[]): unknown {
    return this.#prepare(strings).get(...values);
  }

  run(strings: TemplateStringsArray, ...values: SqlValue[]): { changes: number | bigint } {
    return this.#prepare(strings).run(...values);
  }

  #prepare(strings: TemplateStringsArray): StatementSync {
    const known = this.#byTemplate.get(strings);
    if (known) return known;
    const prepared = this.#db.prepare(strings.join('?'));
    this.#byTemplate.set(strings, prepared);
    return prepared;
  }
}
