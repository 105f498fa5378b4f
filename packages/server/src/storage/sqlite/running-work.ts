import type { TransientEvent } from '@pairspace/protocol';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { Turns } from '../../lib/turns.ts';
import type { Capacity, SqlValue, Transaction } from '../storage.ts';
import type { TurnWatch } from './turn-watch.ts';

interface WorkContext {
  db: DatabaseSync;
  sql: SQLTagStore;
  turnWatch: TurnWatch;
  now: number;
  capacity: Capacity;
  /** The number of rows that the connection had changed before the work. */
  changesBefore: number;
}

/** The number of rows that a connection has changed since it was opened. */
export const countChanges = (sql: SQLTagStore): number => (sql.get`select total_changes() as n` as { n: number }).n;

/** A running work of a commit. Its savepoint lets the work be undone alone. */
export class RunningWork implements Transaction {
  readonly #context: WorkContext;
  readonly #sql: SQLTagStore;
  readonly #turns = new Turns();
  readonly notifications: string[] = [];
  readonly announced: TransientEvent[] = [];
  /** The number of rows that the connection had changed when the work ended. */
  changesAfter = 0;
  #isOver = false;
  /**
   * The first failure of a queued write. No statement runs after it: a full disk ends the transaction, and each further
   * statement would commit alone.
   */
  #failure: { error: unknown } | undefined;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#sql = context.sql;
    this.#sql.run`savepoint work`;
  }

  get now(): number {
    return this.#context.now;
  }

  get capacity(): Capacity {
    return this.#context.capacity;
  }

  get changes(): number {
    return countChanges(this.#sql);
  }

  /** Whether the work has changed a row; known when the work has ended. */
  get hasWritten(): boolean {
    return this.changesAfter > this.#context.changesBefore;
  }

  notify(sessionId: string): void {
    this.notifications.push(sessionId);
  }

  announce(frame: TransientEvent): void {
    this.announced.push(frame);
  }

  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return this.#ask(() => this.#sql.all(strings, ...values) as Row[]);
  }

  get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#ask(() => this.#sql.get(strings, ...values) as Row | undefined);
  }

  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<number> {
    return this.#ask(() => Number(this.#sql.run(strings, ...values).changes));
  }

  /** There is one writer: nobody else holds a row. */
  lockAvailable<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return this.all<Row>(strings, ...values);
  }

  /** There is one writer: nobody else holds a name. */
  queueLock(): void {
    this.#assertOpen();
  }

  queueWrite(strings: TemplateStringsArray, ...values: SqlValue[]): void {
    this.#assertOpen();
    try {
      this.#sql.run(strings, ...values);
    } catch (error) {
      this.#failure = { error };
    }
  }

  /** There is one writer: the order of rows does not matter. */
  queueLast(): Transaction['queueWrite'] {
    return (strings, ...values) => {
      this.queueWrite(strings, ...values);
    };
  }

  async takeTurn(): Promise<void> {
    if (!this.#turns.isDue) return;
    const { turnWatch } = this.#context;
    const resume = turnWatch.pause();
    await this.#turns.take();
    resume();
  }

  /** Ends the work and keeps its writes. Throws if a queued write has failed. */
  keep(): void {
    this.#assertWhole();
    this.#sql.run`release work`;
    this.changesAfter = this.changes;
  }

  /** Ends the work and undoes its writes. */
  undo(): void {
    this.#sql.run`rollback to work`;
    this.#sql.run`release work`;
    this.changesAfter = this.changes;
  }

  /** Refuses every query from now on. */
  close(): void {
    this.#isOver = true;
  }

  /** Returns the failure of a queued write if there is one, because it explains all later errors. */
  causeOf(error: unknown): unknown {
    return this.#failure ? this.#failure.error : error;
  }

  #ask<Answer>(query: () => Answer): Promise<Answer> {
    return Promise.try(() => {
      this.#assertOpen();
      return query();
    });
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('a query after the end of its transaction');
    this.#assertWhole();
  }

  #assertWhole(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
