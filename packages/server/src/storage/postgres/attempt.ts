import type { TransientEvent } from '@pairspace/protocol';
import type { QueryResult } from 'pg';
import { invariant } from '../../lib/invariant.ts';
import { MergedChanges } from '../merged-changes.ts';
import { type Capacity, KeptRefusal, type MergedChange, type SqlValue, type Transaction } from '../storage.ts';
import type { Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import { RunningWork } from './running-work.ts';
import {
  skipLockedStatement,
  forUpdateStatement,
  isSessionById,
  isSelect,
  lockName,
  lockSession,
  type Statement,
  statementOf,
} from './statement.ts';

export type Work = (tx: Transaction) => Promise<unknown>;

export type Outcome =
  | { kind: 'done'; value: unknown; notifications: readonly string[]; announced: readonly TransientEvent[] }
  | { kind: 'refused'; error: unknown; kept: boolean };

/** The commit was asked for and its answer never came: neither stored nor not stored can be said of it. */
export class UnknownCommit extends Error {}

/** A failed work among several: each must be tried by itself. */
export class MustRunAlone extends Error {}

interface AttemptOptions {
  connection: Connection;
  now: () => number;
  capacity: Capacity;
  /**
   * The session whose row is locked from the first statement to the end. Undefined: the transaction is serialised with
   * all others.
   */
  session: string | undefined;
  concurrent: boolean;
  /** Several works share it: none of them can be undone by itself. */
  shared: boolean;
}

/**
 * A try of a transaction. It begins with the first statement of the first work, in the same packet; queued statements
 * are sent along with the next awaited one.
 */
export class Attempt {
  readonly #options: AttemptOptions;
  #begun = false;
  /** The first failure that is not a work’s own: all that follows it only says that the transaction is broken. */
  #broken: { error: unknown } | undefined;
  /** The first failure of a write for which nobody waited. */
  #unheard: { error: unknown } | undefined;
  readonly #writes: Promise<void>[] = [];
  readonly #merged = new MergedChanges();
  /** The context that the work before passes to the next. */
  #left: object | undefined;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  async run(work: Work): Promise<Outcome> {
    const outcome = await this.#run(work);
    this.#assertWhole();
    return outcome;
  }

  async #run(work: Work): Promise<Outcome> {
    const inherited = this.#left;
    this.#left = undefined;
    const running = new RunningWork();
    try {
      running.expectNext();
      const value = await Promise.race([work(this.#transaction(running, inherited)), running.strayed]);
      invariant(running.outstanding === 0, 'a transaction ends when every query of it is answered');
      this.#left = running.left;
      return { kind: 'done', value, notifications: running.notifications, announced: running.announced };
    } catch (error) {
      if (error instanceof KeptRefusal) return { kind: 'refused', error: error.refusal, kept: true };
      // No work is at fault when the database is: they fail, or are run anew, together.
      this.#assertWhole();
      if (!this.#options.shared) await this.undo();
      else if (running.wrote || running.failed) {
        throw new MustRunAlone('a work that shares its transaction is to be undone');
      }
      return { kind: 'refused', error, kept: false };
    } finally {
      running.end();
    }
  }

  /** The transaction as one work sees it. */
  #transaction(running: RunningWork, inherited: object | undefined): Transaction {
    const query = (statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> =>
      this.#query(running, statement, values);
    const queueWrite = (strings: TemplateStringsArray, ...values: SqlValue[]): void => {
      this.#hear(this.#sendOf(running, statementOf(strings), values));
    };
    return {
      now: this.#options.now(),
      capacity: this.#options.capacity,
      notify: (sessionId) => running.notifications.push(sessionId),
      announce: (frame) => running.announced.push(frame),
      all: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        (await query(statementOf(strings), values)).rows as Row[],
      get: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        (await query(statementOf(strings), values)).rows[0] as Row | undefined,
      run: async (strings, ...values) => (await query(statementOf(strings), values)).rowCount ?? 0,
      queueWrite,
      queueMerged: <Change>(change: MergedChange<Change>) => {
        running.assertOpen();
        running.wrote = true;
        this.#merged.add(change);
      },
      writeMerged: (kind) => {
        for (const merged of this.#merged.inOrder(kind)) merged.write({ queueWrite }, merged.change);
        this.#merged.delete(kind);
        return Promise.resolve();
      },
      inherited,
      leave: (knowledge) => {
        running.left = knowledge;
      },
      takeTurn: () => running.takeTurn(),
      lockAvailable: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        (await query(skipLockedStatement(statementOf(strings)), values)).rows as Row[],
      queueLock: (name, how) => {
        this.#hear(this.#sendOf(running, lockName[how], [name]));
      },
    };
  }

  #sendOf(running: RunningWork, statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    running.assertOpen();
    running.wrote ||= !isSelect(statement);
    return this.#options.connection.query(this.#opening(statement, values), values);
  }

  /** A query that its work waits for. */
  async #query(running: RunningWork, statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    running.outstanding++;
    try {
      return await this.#sendOf(running, statement, values);
    } catch (error) {
      running.failed = true;
      this.#note(error);
      throw error;
    } finally {
      running.outstanding--;
      running.expectNext();
    }
  }

  #hear(writing: Promise<QueryResult>): void {
    const heard = writing.then(
      () => undefined,
      (error: unknown) => {
        this.#unheard ??= { error };
        this.#note(error);
      },
    );
    this.#writes.push(heard);
  }

  /** Rows that transactions on many sessions change: so each holds them shortly. */
  #sendMerged(): void {
    const tx: Pick<Transaction, 'queueWrite'> = {
      queueWrite: (strings, ...values) => {
        this.#hear(this.#options.connection.query(this.#opening(statementOf(strings), values), values));
      },
    };
    for (const merged of this.#merged.inOrder()) merged.write(tx, merged.change);
  }

  /** Makes it last; at once for readers, and against a loss of power when `durable`. */
  async commit(durable: boolean): Promise<void> {
    this.#sendMerged();
    if (!this.#begun) return;
    if (!durable) this.#send('set local synchronous_commit to off');
    const { command } = await this.#options.connection.execute('commit').catch((cause: unknown) => {
      if (['away', 'busy'].includes(failureOf(cause)))
        throw new UnknownCommit('the answer to a commit never came', { cause });
      throw cause;
    });
    this.#begun = false;
    // They are answered before the commit, and their notifications belong to it.
    await Promise.all(this.#writes);
    this.#assertWhole();
    if (this.#unheard) {
      throw this.#options.shared ? new MustRunAlone('a write that nobody waited for failed') : this.#unheard.error;
    }
    invariant(command === 'COMMIT', 'a transaction whose every query succeeded commits');
  }

  /** Leaves the connection as it was found; the answer to that need not be waited for. */
  undo(): Promise<void> {
    if (this.#begun) this.#options.connection.execute('rollback').catch(() => undefined);
    this.#begun = false;
    this.#merged.clear();
    return Promise.resolve();
  }

  /** Begins with the first statement. When that reads the session’s row, it is what holds it. */
  #opening(statement: Statement, values: readonly SqlValue[]): Statement {
    if (this.#begun) return statement;
    this.#begun = true;
    const { session, concurrent, connection } = this.#options;
    const serial = session === undefined && !concurrent;
    this.#send(serial ? 'begin isolation level serializable' : 'begin isolation level read committed');
    if (session === undefined) return statement;
    if (isSessionById(statement) && values.length === 1 && values[0] === session) return forUpdateStatement(statement);
    connection.query(lockSession, [session]).catch((error: unknown) => {
      this.#note(error);
    });
    return statement;
  }

  #send(text: string): void {
    this.#options.connection.execute(text).catch((error: unknown) => {
      this.#note(error);
    });
  }

  #assertWhole(): void {
    if (this.#broken) throw this.#broken.error;
  }

  #note(error: unknown): void {
    if (failureOf(error) !== 'own') this.#broken ??= { error };
  }
}
