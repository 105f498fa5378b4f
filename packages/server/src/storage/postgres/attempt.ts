import type { TransientEvent } from '@pairspace/protocol';
import type { QueryResult } from 'pg';
import { invariant } from '../../lib/invariant.ts';
import { type Capacity, CommittedError, type SqlValue, type Transaction, UncertainCommit } from '../storage.ts';
import type { Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import { queriesOf } from './queries.ts';
import { RunningWork } from './running-work.ts';
import { skipLockedStatement, lockName, lockSession, type Statement, statementOf } from './statement.ts';

export type Work = (tx: Transaction) => Promise<unknown>;

export type Outcome =
  | { kind: 'done'; value: unknown; notifications: readonly string[]; announced: readonly TransientEvent[] }
  | { kind: 'refused'; error: unknown; kept: boolean };

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
  /**
   * Whether several works share the transaction. A work that has written cannot be undone by itself, so its failure
   * fails all of them.
   */
  shared: boolean;
}

/**
 * An attempt to run a transaction. The transaction begins with the first statement of the first work, in the same
 * packet; queued statements are sent along with the next awaited statement.
 */
export class Attempt {
  readonly #options: AttemptOptions;
  #begun = false;
  /** The first failure that no work caused itself. All later failures only say that the transaction is broken. */
  #broken: { error: unknown } | undefined;
  /** The first failure of a write for which nobody waited. */
  #unheard: { error: unknown } | undefined;
  readonly #writes: Promise<void>[] = [];
  #last: { row: string; statement: Statement; values: readonly SqlValue[] }[] = [];

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  async run(work: Work): Promise<Outcome> {
    const outcome = await this.#run(work);
    this.#assertWhole();
    return outcome;
  }

  async #run(work: Work): Promise<Outcome> {
    const running = new RunningWork();
    try {
      running.expectNext();
      const value = await Promise.race([work(this.#transaction(running)), running.strayed]);
      invariant(running.outstanding === 0, 'a transaction ends when every query of it is answered');
      return { kind: 'done', value, notifications: running.notifications, announced: running.announced };
    } catch (error) {
      if (error instanceof CommittedError) return { kind: 'refused', error: error.refusal, kept: true };
      // If the database is at fault, no work is: all works fail, or are run again, together.
      this.#assertWhole();
      if (!this.#options.shared) await this.undo();
      else if (running.changes > 0) throw error;
      return { kind: 'refused', error, kept: false };
    } finally {
      running.end();
    }
  }

  /** The transaction as a work sees it. */
  #transaction(running: RunningWork): Transaction {
    const query = (statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> =>
      this.#query(running, statement, values);
    return {
      now: this.#options.now(),
      capacity: this.#options.capacity,
      get changes() {
        return running.changes;
      },
      notify: (sessionId) => running.notifications.push(sessionId),
      announce: (frame) => running.announced.push(frame),
      ...queriesOf({ query }),
      run: async (strings, ...values) => (await query(statementOf(strings), values)).rowCount ?? 0,
      queueWrite: (strings, ...values) => {
        running.changes++;
        this.#hear(this.#sendOf(running, statementOf(strings), values));
      },
      queueLast:
        (row) =>
        (strings, ...values) => {
          running.assertOpen();
          running.changes++;
          this.#last.push({ row, statement: statementOf(strings), values });
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
    this.#open();
    return this.#options.connection.query(statement, values);
  }

  /** A query that its work waits for. */
  async #query(running: RunningWork, statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    running.outstanding++;
    try {
      const result = await this.#sendOf(running, statement, values);
      if (result.command !== 'SELECT') running.changes++;
      return result;
    } catch (error) {
      // A failed statement counts as a change, because it breaks the transaction, which then must be undone as after a
      // write.
      running.changes++;
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

  #sendLast(): void {
    const inOrder = this.#last.toSorted((one, other) => (one.row < other.row ? -1 : Number(one.row > other.row)));
    for (const { statement, values } of inOrder) {
      this.#open();
      this.#hear(this.#options.connection.query(statement, values));
    }
  }

  /** Commits the transaction. Readers see it at once; with `durable` it also survives a loss of power. */
  async commit(durable: boolean): Promise<void> {
    this.#sendLast();
    if (!this.#begun) return;
    if (!durable) this.#send('set local synchronous_commit to off');
    const { command } = await this.#options.connection.execute('commit').catch((cause: unknown) => {
      if (['away', 'busy'].includes(failureOf(cause)))
        throw new UncertainCommit('the answer to a commit never came', { cause });
      throw cause;
    });
    this.#begun = false;
    // The queued writes are answered before the commit is. Their failures decide whether the commit counts.
    await Promise.all(this.#writes);
    this.#assertWhole();
    if (this.#unheard) throw this.#unheard.error;
    invariant(command === 'COMMIT', 'a transaction whose every query succeeded commits');
  }

  /** Rolls the transaction back. Nobody needs to wait for the answer to the rollback. */
  undo(): Promise<void> {
    if (this.#begun) this.#options.connection.execute('rollback').catch(() => undefined);
    this.#begun = false;
    this.#last = [];
    return Promise.resolve();
  }

  /** Begins the transaction at its first statement, and locks the session's row. */
  #open(): void {
    if (this.#begun) return;
    this.#begun = true;
    const { session, concurrent, connection } = this.#options;
    const serial = session === undefined && !concurrent;
    this.#send(serial ? 'begin isolation level serializable' : 'begin isolation level read committed');
    if (session === undefined) return;
    connection.query(lockSession, [session]).catch((error: unknown) => {
      this.#note(error);
    });
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
