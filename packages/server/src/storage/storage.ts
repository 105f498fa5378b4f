import type { ServiceError, TransientEvent } from '@pairspace/protocol';
import type { Clock } from '../lib/clock.ts';
import type { DocumentKey, SearchDocument } from './full-text.ts';

/** A value of a column or a parameter. Some databases return bytes as a `Buffer`, others as a plain `Uint8Array`. */
export type SqlValue = string | number | null | Uint8Array;

/** How much may be stored. The process changes `isFull` as it measures the database. */
export interface Capacity {
  /** The most that one session may store, in bytes. */
  readonly sessionBytes: number;
  /** Whether the database has reached its limit. */
  isFull: boolean;
  /** The bytes that the database may occupy; undefined when nothing bounds them. */
  storageBytes?: number;
}

export const unlimited: Capacity = { sessionBytes: Infinity, isFull: false };

/**
 * Queries as tagged templates; every `${value}` is a bound parameter. The SQL is the part that SQLite and PostgreSQL
 * share. The caller states the type of a row: column names and types as selected. Nothing checks this type.
 */
export interface Queries {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>;
  get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined>;
}

export interface Transaction extends Queries {
  /** Returns the number of changed rows. */
  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<number>;
  /**
   * Like `run`, for a write whose result is not needed: it costs no round trip of its own. If it fails, so does the
   * transaction.
   */
  queueWrite(strings: TemplateStringsArray, ...values: SqlValue[]): void;
  /**
   * Returns a `queueWrite` for the row with this name, which transactions on many sessions change. Such writes come at
   * the end of the commit in the order of their names, so that no two commits deadlock.
   */
  queueLast(row: string): Transaction['queueWrite'];
  /**
   * Like `all`, for a select from one table: returns only rows that no other transaction has locked, and locks them to
   * the end of this one. So nodes that look for work at the same time find different work.
   */
  lockAvailable<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>;
  /** Like `queueWrite`: puts the words of a document into the index of searches, in which it is not yet. */
  indexDocument(document: SearchDocument): void;
  /** Removes a document from the index of searches, if it is there. */
  removeDocument(key: DocumentKey): void;
  /**
   * Locks a name until the end of the transaction, exclusively (`alone`) or shared. Use it where no row exists yet that
   * could be locked. The next statement waits for the lock, which costs no round trip of its own.
   */
  queueLock(name: string, how: 'alone' | 'shared'): void;
  /** Like `queueLock` with `alone`, but does not wait: returns false where another transaction has the name. */
  lockIfFree(name: string): Promise<boolean>;
  /**
   * Lets other requests have a turn of the event loop if this transaction has kept it for long. For work that makes
   * hundreds of changes. The pause does not change what the transaction sees.
   */
  takeTurn(): Promise<void>;
  /** The time at which the transaction began; every change of a transaction carries this time. */
  readonly now: number;
  /** How much may be stored. */
  readonly capacity: Capacity;
  /**
   * After the commit, notifies the followers of a session that its log has grown, or the listeners of another topic.
   */
  notify(sessionId: string): void;
  /** After the commit, sends a frame to the live streams of its session. The frame is stored nowhere. */
  announce(frame: TransientEvent): void;
}

export interface WriteOptions {
  /**
   * The session about which this transaction decides. From its first statement on, no other transaction with this
   * session runs. A transaction without a session is serialised with every other, which is more expensive on a database
   * with many writers.
   */
  session?: string | undefined;
  /**
   * True: the transaction is not isolated from others between its statements. For work in which no statement depends on
   * what an earlier one has read.
   */
  concurrent?: boolean;
  /**
   * False: the write resolves before the commit would survive a loss of power. The commit survives the end of the
   * process in any case. A transaction that notifies a topic is always durable.
   */
  durable?: boolean;
}

export interface Storage extends AsyncDisposable {
  /** Each statement sees the newest durable commit, and what was committed since without asking to be durable. */
  readonly read: Queries;
  /**
   * Runs `work` in a transaction and resolves when the commit is durable. An error of `work` undoes the transaction and
   * is passed on, except for a `CommittedError`. Throws UNAVAILABLE if the database cannot take writes. `work` may
   * await only queries of its transaction. It may run more than once, and each run but the last is undone, so it must
   * change nothing but the database.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Runs `work` on the newest durable commit, and `work` sees only this commit however long it takes, while writes go
   * on. `db` takes no writes, and must not be used once `work` has ended.
   */
  snapshot<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /** The bytes that the database uses, without its free pages. */
  usedBytes(): Promise<number>;
  /**
   * Gives back to the disk some of the room that deleted rows have left, in a step that holds up writers shortly.
   * Returns whether there may be more.
   */
  compact(): Promise<boolean>;
  /** Notes that data was deleted for good, so that `compact` also removes the data from the write-ahead log. */
  noteDeletion(): void;
}

/**
 * An error of a transaction's work that does not undo the transaction. The caller of `write` gets `refusal` after the
 * commit.
 */
export class CommittedError extends Error {
  readonly refusal: ServiceError;

  constructor(refusal: ServiceError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The outcome of a commit is unknown: its changes may or may not be stored. */
export class UncertainCommit extends Error {}

/** Listeners that are called after a commit. */
export interface CommitListeners {
  onNotify: (sessionId: string) => void;
  onAnnounce: (frame: TransientEvent) => void;
}

/** The parts of the process that a backend needs. */
export interface BackendOptions extends CommitListeners {
  clock: Clock;
  capacity?: Capacity;
  /** Called after each commit with the number of its works. */
  onBatch?: (works: number) => void;
}

/**
 * Throws if storage takes no writes. The write changes a row, because a database may accept a write that changes
 * nothing even when it cannot write.
 */
export const assertWritable = async (tx: Transaction): Promise<void> => {
  await tx.run`
    insert into readiness (id, checks) values (1, 1) on conflict (id) do update set checks = readiness.checks + 1
  `;
};
