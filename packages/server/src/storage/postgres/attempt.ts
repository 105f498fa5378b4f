import type { TransientEvent } from '@pairspace/protocol';
import type { QueryResult } from 'pg';
import { invariant } from '../../lib/invariant.ts';
import { Turns } from '../../lib/turns.ts';
import { type Capacity, KeptRefusal, type SqlValue, type Transaction } from '../storage.ts';
import type { Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import {
  skipLockedStatement,
  forUpdateStatement,
  isSessionById,
  isSelect,
  lockSession,
  type Statement,
  statementOf,
} from './statement.ts';

export type Work = (tx: Transaction) => Promise<unknown>;

export type Outcome =
  | { kind: 'done'; value: unknown; nudges: readonly string[]; announced: readonly TransientEvent[] }
  | { kind: 'refused'; error: unknown; kept: boolean };

/** The commit was asked for and its answer never came: neither stored nor not stored can be said of it. */
export class UnknownCommit extends Error {}

/** One of several works has to be undone: each must be tried by itself. */
export class MustRunAlone extends Error {}

interface AttemptOptions {
  connection: Connection;
  now: () => number;
  capacity: Capacity;
  /** Its row is held from the first statement to the end. Undefined: the transaction is serialised with all others. */
  session: string | undefined;
  concurrent: boolean;
  /** Several works share it: none of them can be undone by itself. */
  shared: boolean;
}

/**
 * One try at a transaction. It begins with the first statement of the first work, in the same packet; statements that
 * nobody waits for are sent along with the next that somebody does.
 */
export class Attempt {
  readonly #options: AttemptOptions;
  #begun = false;
  /** The first failure that is not a work’s own: all that follows it only says that the transaction is broken. */
  #broken: { error: unknown } | undefined;
  /** The first failure of a write for which nobody waited. */
  #unheard: { error: unknown } | undefined;
  readonly #puts: Promise<void>[] = [];
  readonly #last: { place: string; statement: Statement; values: readonly SqlValue[] }[] = [];

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  async run(work: Work): Promise<Outcome> {
    const outcome = await this.#run(work);
    this.#assertWhole();
    return outcome;
  }

  async #run(work: Work): Promise<Outcome> {
    const nudges: string[] = [];
    const announced: TransientEvent[] = [];
    const done = { wrote: false, failed: false };
    let over = false;
    let outstanding = 0;
    let idle: NodeJS.Immediate | undefined;
    const strayed = Promise.withResolvers<never>();
    const turns = new Turns();
    // A query that is answered is followed within the same turn of the event loop by the next, or by the end.
    const expectNext = (): void => {
      clearImmediate(idle);
      idle = setImmediate(() => {
        if (outstanding === 0) strayed.reject(new Error('a transaction waited for something that is not the database'));
      });
    };
    const send = (statement: Statement, values: readonly SqlValue[]) => {
      if (over) throw new Error('a query after the end of its transaction');
      done.wrote ||= !isSelect(statement);
      return this.#options.connection.query(this.#opening(statement, values), values);
    };
    const query = async (statement: Statement, values: readonly SqlValue[]) => {
      outstanding++;
      try {
        return await send(statement, values);
      } catch (error) {
        done.failed = true;
        this.#note(error);
        throw error;
      } finally {
        outstanding--;
        if (!over) expectNext();
      }
    };
    const queue = (strings: TemplateStringsArray, values: readonly SqlValue[], onChanged?: () => void): void => {
      this.#hear(send(statementOf(strings), values), onChanged);
    };
    const tx: Transaction = {
      now: this.#options.now(),
      capacity: this.#options.capacity,
      nudge: (sessionId) => nudges.push(sessionId),
      announce: (frame) => announced.push(frame),
      all: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        (await query(statementOf(strings), values)).rows as Row[],
      get: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        (await query(statementOf(strings), values)).rows[0] as Row | undefined,
      run: async (strings, ...values) => (await query(statementOf(strings), values)).rowCount ?? 0,
      queueWrite: (strings, ...values) => {
        queue(strings, values);
      },
      queueWriteLast:
        (place) =>
        (strings, ...values) => {
          if (over) throw new Error('a query after the end of its transaction');
          done.wrote = true;
          this.#last.push({ place, statement: statementOf(strings), values });
        },
      queueWriteAndNudge:
        (topic) =>
        (strings, ...values) => {
          queue(strings, values, () => nudges.push(topic));
        },
      takeTurn: async () => {
        if (!turns.isDue) return;
        outstanding++;
        await turns.take();
        outstanding--;
        expectNext();
      },
      lockAvailable: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        (await query(skipLockedStatement(statementOf(strings)), values)).rows as Row[],
    };
    try {
      expectNext();
      const value = await Promise.race([work(tx), strayed.promise]);
      invariant(outstanding === 0, 'a transaction ends when every query of it is answered');
      return { kind: 'done', value, nudges, announced };
    } catch (error) {
      if (error instanceof KeptRefusal) return { kind: 'refused', error: error.refusal, kept: true };
      // No work is at fault when the database is: they fail, or are run anew, together.
      this.#assertWhole();
      if (!this.#options.shared) await this.undo();
      else if (done.wrote || done.failed) throw new MustRunAlone('a work that shares its transaction is to be undone');
      return { kind: 'refused', error, kept: false };
    } finally {
      over = true;
      clearImmediate(idle);
    }
  }

  #hear(putting: Promise<QueryResult>, onChanged?: () => void): void {
    const heard = putting.then(
      ({ rowCount }) => {
        if (rowCount) onChanged?.();
      },
      (error: unknown) => {
        this.#unheard ??= { error };
        this.#note(error);
      },
    );
    this.#puts.push(heard);
  }

  #sendLast(): void {
    const inOrder = this.#last.toSorted((a, b) => (a.place < b.place ? -1 : Number(a.place > b.place)));
    for (const { statement, values } of inOrder) {
      this.#hear(this.#options.connection.query(this.#opening(statement, values), values));
    }
  }

  /** Makes it last; at once for readers, and against a loss of power when `durable`. */
  async commit(durable: boolean): Promise<void> {
    this.#sendLast();
    if (!this.#begun) return;
    if (!durable) this.#send('set local synchronous_commit to off');
    const { command } = await this.#options.connection.execute('commit').catch((cause: unknown) => {
      if (['away', 'busy'].includes(failureOf(cause)))
        throw new UnknownCommit('the answer to a commit never came', { cause });
      throw cause;
    });
    this.#begun = false;
    // They are answered before the commit, and their nudges belong to it.
    await Promise.all(this.#puts);
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
    this.#last.length = 0;
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
