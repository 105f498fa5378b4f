import type { TransientEvent } from '@pairspace/protocol';

import { type Capacity, CommittedError, type SqlValue, type Transaction } from '../storage.ts';
import type { DocumentKey, SearchDocument } from '../full-text.ts';
import { TurnWatch } from '../turn-watch.ts';
import type { Statements } from './statements.ts';

/** The outcome of a work: its value, or its error. An error may leave the writes of the work in the commit. */
export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown; isKept: boolean };

interface WorkContext {
  sql: Statements;
  now: number;
  capacity: Capacity;
}

/** A work of a commit, as a transaction. There is one writer, so that nobody else holds a row or a name. */
export class Work implements Transaction {
  readonly now: number;
  readonly capacity: Capacity;
  readonly notifications: string[] = [];
  readonly announced: TransientEvent[] = [];
  /** Changes of the index of searches, which follow at the end of the commit. */
  readonly indexing: (SearchDocument | DocumentKey)[] = [];
  /** Whether a statement has changed something. */
  hasWritten = false;
  readonly #sql: Statements;
  readonly #watch = new TurnWatch();
  #isOver = false;
  /**
   * The first failure of a queued write. No statement runs after it: a full disk ends the transaction, and each further
   * statement would commit alone.
   */
  #failure: { error: unknown } | undefined;

  constructor({ sql, now, capacity }: WorkContext) {
    this.#sql = sql;
    this.now = now;
    this.capacity = capacity;
  }

  /** Runs the work to its end. Never throws. */
  async settle(work: (tx: Transaction) => Promise<unknown>): Promise<Outcome> {
    try {
      const value = await this.#watch.during(() => work(this));
      this.#assertOpen();
      return { ok: true, value };
    } catch (caught) {
      // The failure of a queued write explains all later errors.
      const error = this.#failure ? this.#failure.error : caught;
      const isKept = error instanceof CommittedError;
      return { ok: false, error: isKept ? error.refusal : error, isKept };
    } finally {
      this.#isOver = true;
    }
  }

  notify(sessionId: string): void {
    this.notifications.push(sessionId);
  }

  announce(frame: TransientEvent): void {
    this.announced.push(frame);
  }

  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return this.#ask(() => {
      this.hasWritten ||= !isSelect(strings);
      return this.#sql.all(strings, ...values) as Row[];
    });
  }

  get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#ask(() => {
      this.hasWritten ||= !isSelect(strings);
      return this.#sql.get(strings, ...values) as Row | undefined;
    });
  }

  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<number> {
    return this.#ask(() => this.#change(strings, values));
  }

  lockAvailable<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return this.all<Row>(strings, ...values);
  }

  queueLock(): void {
    this.#assertOpen();
  }

  lockIfFree(): Promise<boolean> {
    return this.#ask(() => true);
  }

  queueWrite(strings: TemplateStringsArray, ...values: SqlValue[]): void {
    this.#assertOpen();
    try {
      this.#change(strings, values);
    } catch (error) {
      this.#failure = { error };
    }
  }

  indexDocument(document: SearchDocument): void {
    this.#assertOpen();
    this.indexing.push(document);
  }

  removeDocument(key: DocumentKey): void {
    this.#assertOpen();
    this.indexing.push(key);
  }

  queueLast(): Transaction['queueWrite'] {
    return (strings, ...values) => {
      this.queueWrite(strings, ...values);
    };
  }

  takeTurn(): Promise<void> {
    return this.#watch.takeTurn();
  }

  #change(strings: TemplateStringsArray, values: readonly SqlValue[]): number {
    const changes = Number(this.#sql.run(strings, ...values).changes);
    this.hasWritten ||= changes > 0;
    return changes;
  }

  #ask<Answer>(query: () => Answer): Promise<Answer> {
    return Promise.try(() => {
      this.#assertOpen();
      return query();
    });
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('a query after the end of its transaction');
    if (this.#failure) throw this.#failure.error;
  }
}

export const isSelect = ([text = '']: TemplateStringsArray): boolean => text.trimStart().startsWith('select');
