import type { ServiceError, TransientEvent } from '@pairspace/protocol';

/** Bytes come back as bytes, and as a Buffer only from some databases. */
export type SqlValue = string | number | null | Uint8Array;

/** How much may be stored. The process changes `isFull` as it measures the database. */
export interface Capacity {
  /** The most that one session may store, in bytes. */
  readonly sessionBytes: number;
  /** The database holds as much as it may. */
  isFull: boolean;
  /** The bytes that the database may occupy; undefined when nothing bounds them. */
  storageBytes?: number;
}

export const unlimited: Capacity = { sessionBytes: Infinity, isFull: false };

/**
 * Queries as tagged templates; every `${value}` is a bound parameter. The SQL is the part that SQLite and PostgreSQL
 * share. A row type is the query's own promise: column names and types as selected.
 */
export interface Queries {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>;
  get<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row | undefined>;
  /** Answers how many rows were changed. */
  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<number>;
}

export interface Transaction extends Queries {
  /**
   * Like `run`, for a write whose result is not needed: it costs no round trip of its own. If it fails, so does the
   * transaction.
   */
  queueWrite(strings: TemplateStringsArray, ...values: SqlValue[]): void;
  /**
   * A form of `queueWrite` for a row that transactions on many sessions change, by the name of the row. Such writes come at the
   * end of the commit in the order of names, so that no two commits wait for each other in a circle.
   */
  queueLast(row: string): Transaction['queueWrite'];
  /**
   * Like `all`, for a select from one table: returns only rows that no other transaction has locked, and locks them to
   * the end of this one. So nodes that look for work at the same time find different work.
   */
  lockAvailable<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>;
  /**
   * Holds a name to the end of the transaction: alone, or shared with those that share it. For what has no row yet that
   * could be held. The next statement waits until it is held; it costs no round trip of its own.
   */
  queueLock(name: string, how: 'alone' | 'shared'): void;
  /**
   * Lets other requests have a turn of the event loop when this transaction has kept it for long. For work that makes
   * hundreds of changes; it changes nothing of what the transaction sees.
   */
  takeTurn(): Promise<void>;
  /** Grows when the transaction has changed something. */
  readonly changes: number;
  /** When it began; every change of one transaction carries this time. */
  readonly now: number;
  /** How much may be stored. */
  readonly capacity: Capacity;
  /** After the commit, tells the followers of a session that its log has moved. */
  notify(sessionId: string): void;
  /** After the commit, hands a frame to the live streams of its session. It is kept nowhere. */
  announce(frame: TransientEvent): void;
}

export interface WriteOptions {
  /**
   * The session about which this transaction decides. It is alone in it from its first statement on. Without one it is
   * serialised with every other, which costs a database with many writers more.
   */
  session?: string | undefined;
  /** True: each of its statements may stand for itself beside those of others. For work that decides nothing between two. */
  concurrent?: boolean;
  /**
   * False: the answer need not wait until the commit would survive a loss of power; the end of the process it survives
   * anyway. A transaction that moved a log is durable whatever was asked.
   */
  durable?: boolean;
}

export interface Storage extends AsyncDisposable {
  /** Each statement sees the newest durable commit, and what was committed since without asking to be durable. */
  readonly read: Queries;
  /**
   * Runs `work` in a transaction and answers when the commit is durable. An error thrown by `work` undoes it all and
   * is passed on, save a `CommittedError`; UNAVAILABLE when the database cannot take writes. Nothing but the database may
   * be awaited in it. It may be run more than once, undone each time but the last: so it changes nothing but the
   * database.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Runs `work` on the newest durable commit, which is all it sees however long it takes, while writes go on. Nothing
   * can be written through `db`, and it is of no use once `work` has ended.
   */
  snapshot<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /** The bytes that the database uses, without its free pages. */
  usedBytes(): Promise<number>;
  /**
   * Gives back to the disk some of the room that deleted rows have left, in a step that holds writers shortly. Answers
   * whether there may be more.
   */
  compact(): Promise<boolean>;
  /** Says that something was deleted for good: `compact` also takes it out of what the database keeps beside its rows. */
  noteDeletion(): void;
}

/** An error of a transaction’s work that does not undo the transaction. The caller of `write` gets `refusal` after the commit. */
export class CommittedError extends Error {
  readonly refusal: ServiceError;

  constructor(refusal: ServiceError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** A commit was asked for and may not last: neither stored nor not stored can be said of it. */
export class UncertainCommit extends Error {}

/** Listeners that are called after a commit. */
export interface CommitListeners {
  onNotify: (sessionId: string) => void;
  onAnnounce: (frame: TransientEvent) => void;
}

/** A real write, since a database can take for nothing one that changes nothing; passes only if storage takes writes. */
export const assertWritable = async (tx: Transaction): Promise<void> => {
  await tx.run`
    insert into readiness (id, checks) values (1, 1) on conflict (id) do update set checks = readiness.checks + 1
  `;
};
