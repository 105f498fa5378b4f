import type { TransientEvent } from '@pairspace/protocol';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { Turns } from '../../lib/turns.ts';
import { MergedChanges } from '../merged-changes.ts';
import type { Capacity, MergedChange, SqlValue, Transaction } from '../storage.ts';
import { plannedOf } from './queries.ts';
import type { TurnWatch } from './turn-watch.ts';

/** A work that shares its commit has to be undone, and has no savepoint to go back to. */
export class MustRunApart extends Error {}

interface WorkContext {
  db: DatabaseSync;
  sql: SQLTagStore;
  turnWatch: TurnWatch;
  now: number;
  capacity: Capacity;
  /** The merged changes of the commit so far; the work’s own are added when it succeeds. */
  merged: MergedChanges;
  inherited: object | undefined;
  /** Whether it has a savepoint from its beginning. */
  apart: boolean;
}

interface QueuedWrite {
  strings: TemplateStringsArray;
  values: readonly SqlValue[];
}

/**
 * A running work of a commit. Queued writes run at its end, or before its next query. A work that decides first and
 * then only queues, as most do, cannot fail after it has written, and needs no savepoint.
 */
export class RunningWork implements Transaction {
  readonly #context: WorkContext;
  readonly #sql: SQLTagStore;
  readonly #turns = new Turns();
  #merged: MergedChanges | undefined;
  #writtenKinds: Set<string> | undefined;
  readonly notifications: string[] = [];
  readonly announced: TransientEvent[] = [];
  left: object | undefined;
  /** Whether it has changed a row. */
  hasWritten = false;
  #queued: QueuedWrite[] = [];
  #hasSavepoint = false;
  #isOver = false;
  /** After the first failure of a queued write no statement runs: a full disk ends the transaction, and each would commit alone. */
  #failure: { error: unknown } | undefined;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#sql = context.sql;
    if (context.apart) this.#save();
  }

  get now(): number {
    return this.#context.now;
  }

  get capacity(): Capacity {
    return this.#context.capacity;
  }

  get inherited(): object | undefined {
    return this.#context.inherited;
  }

  leave(knowledge: object): void {
    this.left = knowledge;
  }

  notify(sessionId: string): void {
    this.notifications.push(sessionId);
  }

  announce(frame: TransientEvent): void {
    this.announced.push(frame);
  }

  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return this.#query(strings, (planned) => {
      const rows = this.#sql.all(planned, ...values) as Row[];
      return { answer: rows, changes: rows.length };
    });
  }

  get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#query(strings, (planned) => {
      const row = this.#sql.get(planned, ...values) as Row | undefined;
      return { answer: row, changes: row === undefined ? 0 : 1 };
    });
  }

  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<number> {
    return this.#query(strings, (planned) => {
      const changes = Number(this.#sql.run(planned, ...values).changes);
      return { answer: changes, changes };
    });
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
    this.#queued.push({ strings, values });
  }

  queueMerged<Change>(change: MergedChange<Change>): void {
    this.#assertOpen();
    this.#merged ??= new MergedChanges();
    this.#merged.add(change);
  }

  /**
   * The merged changes of others stay merged until this work has succeeded, because its savepoint may undo these
   * writes.
   */
  writeMerged(kind: string): Promise<void> {
    return Promise.try(() => {
      this.#writtenKinds ??= new Set();
      if (!this.#writtenKinds.has(kind)) {
        for (const merged of this.#context.merged.inOrder(kind)) merged.write(this, merged.change);
        this.#writtenKinds.add(kind);
      }
      for (const merged of this.#merged?.inOrder(kind) ?? []) merged.write(this, merged.change);
      this.#merged?.delete(kind);
    });
  }

  async takeTurn(): Promise<void> {
    if (!this.#turns.isDue) return;
    const { turnWatch } = this.#context;
    const resume = turnWatch.pause();
    await this.#turns.take();
    resume();
  }

  /** Ends the work so that what it wrote stays. Throws when a queued write fails. */
  keep(): void {
    this.#assertWhole();
    if (this.#hasSavepoint) {
      this.#writeQueued();
      this.#sql.run`release work`;
    } else {
      try {
        this.#runQueued();
      } catch (cause) {
        // A full disk makes SQLite give up the whole transaction, not only this part of it.
        if (!this.#context.db.isTransaction) throw cause;
        throw new MustRunApart('a queued write of a work without savepoint failed', { cause });
      }
    }
    const { merged } = this.#context;
    for (const kind of this.#writtenKinds ?? []) merged.delete(kind);
    if (!this.#merged) return;
    this.hasWritten ||= this.#merged.size > 0;
    merged.addAll(this.#merged);
  }

  /** Undoes what it wrote. */
  undo(): void {
    if (!this.#hasSavepoint || !this.#context.db.isTransaction) return;
    this.#sql.run`rollback to work`;
    this.#sql.run`release work`;
  }

  /** Refuses every query from now on. */
  close(): void {
    this.#isOver = true;
  }

  /** The failure of a queued write explains all that came after it. */
  causeOf(error: unknown): unknown {
    return this.#failure ? this.#failure.error : error;
  }

  #query<Answer>(
    strings: TemplateStringsArray,
    ask: (planned: TemplateStringsArray) => { answer: Answer; changes: number },
  ): Promise<Answer> {
    try {
      this.#assertOpen();
      if (this.#queued.length > 0) this.#writeQueued();
      const { strings: planned, isSelect } = plannedOf(strings);
      if (!isSelect) this.#save();
      const { answer, changes } = ask(planned);
      this.hasWritten ||= !isSelect && changes > 0;
      return Promise.resolve(answer);
    } catch (error) {
      // Errors of the database are passed on unchanged.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      return Promise.reject(error);
    }
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('a query after the end of its transaction');
    this.#assertWhole();
  }

  #assertWhole(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #save(): void {
    if (this.#hasSavepoint) return;
    this.#sql.run`savepoint work`;
    this.#hasSavepoint = true;
  }

  #writeQueued(): void {
    this.#save();
    this.#runQueued();
  }

  #runQueued(): void {
    const queued = this.#queued;
    this.#queued = [];
    for (const { strings, values } of queued) {
      try {
        if (this.#sql.run(strings, ...values).changes > 0) this.hasWritten = true;
      } catch (error) {
        this.#failure = { error };
        throw error;
      }
    }
  }
}
