import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlValue } from '../storage.ts';

/** Texts that are put together may have any number of forms. */
const mostTexts = 1000;

/**
 * The statements of a connection as tagged templates, each prepared once. It finds a statement by its place in the
 * source, because to find it by its text costs as much as a small query.
 */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #byText = new Map<string, StatementSync>();
  readonly #byPlace = new WeakMap<TemplateStringsArray, StatementSync>();

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
    const known = this.#byPlace.get(strings);
    if (known) return known;
    const text = strings.join('?');
    const prepared = this.#byText.get(text) ?? this.#db.prepare(text);
    if (this.#byText.size >= mostTexts) this.#byText.clear();
    this.#byText.set(text, prepared);
    this.#byPlace.set(strings, prepared);
    return prepared;
  }
}
