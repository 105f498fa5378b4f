import type { ServiceError, TransientEvent } from '@pairspace/protocol';
import type { PoolClient, QueryResult } from 'pg';
import { invariant } from '../../lib/invariant.ts';
import {
  type Capacity,
  CommittedError,
  type Queries,
  type SqlValue,
  type Transaction,
  UncertainCommit,
} from '../storage.ts';
import type { DocumentKey, SearchDocument } from '../full-text.ts';
import { TurnWatch } from '../turn-watch.ts';
import { queriesOf, type Send, sendOn } from './connection.ts';
import { ConnectionLost, failureOf } from './failure.ts';
import { deleteDocument, documentValues, insertDocument } from './full-text.ts';
import { prepare, type Statement, statementOf } from './statement.ts';

interface TransactionOptions {
  client: PoolClient;
  now: number;
  capacity: Capacity;
  /** The session whose row is locked to the end. Undefined: the transaction is serialised with all others. */
  session: string | undefined;
  concurrent: boolean;
}

const begin = { text: 'begin isolation level read committed' };
const beginSerial = { text: 'begin isolation level serializable' };
const lockSession = prepare('select 1 from session where id = $1 for update');
const lockName = {
  alone: prepare('select pg_advisory_xact_lock(hashtextextended($1, 0))'),
  shared: prepare('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))'),
};
const tryLock = prepare('select 1 where pg_try_advisory_xact_lock(hashtextextended($1, 0))');

/**
 * A transaction on one connection. It begins with its first statement, in the same packet; queued statements are sent
 * along with the next awaited one.
 */
export class PostgresTransaction implements Transaction {
  readonly #options: TransactionOptions;
  readonly #send: Send;
  readonly #queries: Queries;
  readonly #watch = new TurnWatch();
  readonly notifications: string[] = [];
  readonly announced: TransientEvent[] = [];
  /** The statements for whose answers nobody waits yet. */
  readonly #queued: Promise<unknown>[] = [];
  readonly #last: { row: string; statement: Statement; values: readonly SqlValue[] }[] = [];
  #outstanding = 0;
  #hasBegun = false;
  #isOver = false;
  /** The first failure of the database or of a queued statement, which explains all later errors. */
  #failure: { error: unknown } | undefined;

  constructor(options: TransactionOptions) {
    this.#options = options;
    this.#send = sendOn(options.client);
    this.#queries = queriesOf((...sent) => this.#ask(...sent));
  }

  get now(): number {
    return this.#options.now;
  }

  get capacity(): Capacity {
    return this.#options.capacity;
  }

  /** Runs the work to its end. Returns its value, or the refusal that leaves its writes in the commit. */
  async settle<T>(work: (tx: Transaction) => Promise<T>): Promise<{ value: T } | { refusal: ServiceError }> {
    try {
      const value = await this.#watch.during(() => work(this));
      invariant(this.#outstanding === 0, 'a transaction ends when every query of it is answered');
      return { value };
    } catch (error) {
      if (error instanceof CommittedError) return { refusal: error.refusal };
      throw error;
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
    return this.#queries.all<Row>(strings, ...values);
  }

  get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#queries.get<Row>(strings, ...values);
  }

  async run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<number> {
    return (await this.#ask(statementOf(strings), values)).rowCount ?? 0;
  }

  async lockAvailable<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.#ask(statementOf(strings, ' for update skip locked'), values)).rows as Row[];
  }

  queueWrite(strings: TemplateStringsArray, ...values: SqlValue[]): void {
    this.#assertOpen();
    this.#queue(statementOf(strings), values);
  }

  queueLast(row: string): Transaction['queueWrite'] {
    return (strings, ...values) => {
      this.#assertOpen();
      this.#last.push({ row, statement: statementOf(strings), values });
    };
  }

  indexDocument(document: SearchDocument): void {
    this.#assertOpen();
    this.#queue(insertDocument, documentValues(document));
  }

  removeDocument({ sessionId, id }: DocumentKey): void {
    this.#assertOpen();
    this.#queue(deleteDocument, [sessionId, id]);
  }

  queueLock(name: string, how: 'alone' | 'shared'): void {
    this.#assertOpen();
    this.#queue(lockName[how], [name]);
  }

  async lockIfFree(name: string): Promise<boolean> {
    return (await this.#ask(tryLock, [name])).rows.length > 0;
  }

  takeTurn(): Promise<void> {
    return this.#watch.takeTurn();
  }

  /** Commits. Readers see the changes at once; with `durable` they also survive a loss of power. */
  async commit(durable: boolean): Promise<void> {
    const inOrder = this.#last.toSorted((one, other) => (one.row < other.row ? -1 : Number(one.row > other.row)));
    for (const { statement, values } of inOrder) this.#queue(statement, values);
    if (!this.#hasBegun) return;
    if (!durable) this.#queue({ text: 'set local synchronous_commit to off' }, []);
    const committed = this.#send({ text: 'commit' }, []);
    // The queued statements are answered before the commit is. Their failures decide whether it counts.
    const [result] = await Promise.allSettled([committed, ...this.#queued]);
    if (result.status === 'rejected') {
      const isUnknown = ['away', 'busy'].includes(failureOf(result.reason));
      throw isUnknown
        ? new UncertainCommit('the answer to a commit never came', { cause: result.reason })
        : result.reason;
    }
    this.#hasBegun = false;
    if (this.#failure) throw this.#failure.error;
    invariant(result.value.command === 'COMMIT', 'a transaction whose every query succeeded commits');
  }

  /** Undoes the transaction after an error, and returns the error that explains it. */
  async undo(caught: unknown): Promise<unknown> {
    const error = this.#failure && !(caught instanceof UncertainCommit) ? this.#failure.error : caught;
    const isLost = error instanceof ConnectionLost || caught instanceof UncertainCommit;
    if (this.#hasBegun && !isLost) await this.#send({ text: 'rollback' }, []).catch(() => undefined);
    return error;
  }

  #queue(statement: Statement, values: readonly SqlValue[]): void {
    const sent = this.#start(statement, values).catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#queued.push(sent);
  }

  /** Sends a statement for whose answer the work waits. */
  async #ask(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    this.#assertOpen();
    const sent = this.#start(statement, values);
    this.#outstanding++;
    this.#watch.pause();
    try {
      return await sent;
    } catch (error) {
      if (failureOf(error) !== 'own') this.#failure ??= { error };
      throw error;
    } finally {
      if (--this.#outstanding === 0 && !this.#isOver) this.#watch.resume();
    }
  }

  /** Begins the transaction at its first statement, and locks the session's row. */
  #start(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      const { session, concurrent } = this.#options;
      this.#queue(session === undefined && !concurrent ? beginSerial : begin, []);
      if (session !== undefined) this.#queue(lockSession, [session]);
    }
    return this.#send(statement, values);
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('a query after the end of its transaction');
  }
}
