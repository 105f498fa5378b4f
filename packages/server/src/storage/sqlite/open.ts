import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Clock } from '../../lib/clock.ts';
import { invariant } from '../../lib/invariant.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { migrations, migrationTable, pendingMigrations } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { type Capacity, type CommitListeners, type Queries, type Storage, unlimited } from '../storage.ts';
import { Checkpointer } from './checkpointer.ts';
import { queriesOn } from './queries.ts';
import { Compactor, numberOf, prepareToShrink, usedPages } from './compactor.ts';
import { SharedReads } from './shared-reads.ts';
import { Snapshots } from './snapshots.ts';
import { WriteQueue } from './write-queue.ts';

interface SqliteOptions extends CommitListeners {
  /** Path of the database file; its folder is made when there is none. */
  file: string;
  clock: Clock;
  /** The known migrations; by default all. */
  known?: readonly Migration[];
  capacity?: Capacity;
  onBatch?: (transactions: number) => void;
  /** Called with a failure that belongs to no request. */
  onError: (error: unknown) => void;
}

const sync = promisify(fdatasync);

/** How long a statement waits for a lock of another process; the event loop stands still meanwhile. */
const lockTimeoutMs = 250;

/** Opens the embedded database, migrated to the newest schema. */
export const openSqlite = async (options: SqliteOptions): Promise<Storage> => {
  makeFolder(dirname(options.file));
  const parts = openParts(options);
  const { writer, queue, snapshots, compactor } = parts;
  const read = readDurable(parts.reads, queue);
  try {
    await migrate(read, parts, options.known ?? migrations);
  } catch (error) {
    await close(parts);
    throw error;
  }
  return {
    read,
    write: (work, options) => queue.write(work, options),
    snapshot: (work) => snapshots.read(work),
    usedBytes: () => Promise.resolve(usedPages(writer) * numberOf(writer, 'page_size')),
    compact: () => compactor.step(),
    noteDeletion: () => {
      compactor.noteDeletion();
    },
    [Symbol.asyncDispose]: () => close(parts),
  };
};

type Parts = ReturnType<typeof openParts>;

/** The connections to the database, and what works on them. */
const openParts = ({ file, clock, capacity = unlimited, onNotify, onAnnounce, onBatch, onError }: SqliteOptions) => {
  const writer = openWriter(file);
  const reader = openReader(file);
  const reads = new SharedReads(reader);
  const wal = openSync(`${file}-wal`, 'r+');
  const snapshots = new Snapshots({ file, lockTimeoutMs, settled: () => queue.settled() });
  const checkpointer = new Checkpointer({
    file,
    onError,
    pauseWriters: (task) => queue.pause(task),
    isLogInUse: () => snapshots.size > 0,
    holdReaders: (mustEnd) => snapshots.holdBack(mustEnd),
  });
  const queue = new WriteQueue({
    db: writer,
    now: () => clock.now(),
    capacity,
    sync: () => sync(wal),
    onNotify,
    onAnnounce,
    onBatch: (transactions) => {
      reads.refresh();
      checkpointer.touch();
      onBatch?.(transactions);
    },
  });
  const compactor = new Compactor({
    db: writer,
    pauseWriters: (task) => queue.pause(task),
    emptyLog: () => checkpointer.emptyLog(),
  });
  return { writer, reader, reads, wal, snapshots, checkpointer, queue, compactor };
};

const openWriter = (file: string): DatabaseSync => {
  const writer = new DatabaseSync(file, { timeout: lockTimeoutMs });
  prepareToShrink(writer);
  // The write queue syncs commits, off the event loop. SQLite itself syncs only at checkpoints, and syncs the header of
  // the log in the commit that restarts the log.
  writer.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
  // The undo data of a savepoint sometimes exceeds 64 KiB, and would then go to a file, page by page.
  writer.exec('pragma temp_store = memory');
  // Deleted data is overwritten with zeros.
  writer.exec('pragma secure_delete = on');
  writer.exec(migrationTable);
  assertSettings(writer);
  return writer;
};

const openReader = (file: string): DatabaseSync => {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
  // The cache has 16 MiB: searches look at a few thousand rows here and there, and the default keeps 2 MiB of pages.
  reader.exec('pragma cache_size = -16384');
  return reader;
};

const migrate = async (read: Queries, { writer, queue }: Parts, known: readonly Migration[]): Promise<void> => {
  for (const { version, name, sql } of await pendingMigrations(read, known)) {
    await queue.write(async (tx) => {
      await tx.run`insert into migration (version, name, applied_at) values (${version}, ${name}, ${tx.now})`;
      writer.exec(sql);
    });
  }
};

const close = async ({ queue, checkpointer, snapshots, reads, reader, wal, writer }: Parts): Promise<void> => {
  await queue.idle();
  await checkpointer[Symbol.asyncDispose]();
  snapshots.closeAll();
  reads.close();
  reader.close();
  closeSync(wal);
  writer.close();
};

/** Called after the first write: before it, a setting can have the requested value and still not be in effect. */
const assertSettings = (db: DatabaseSync): void => {
  const [mode] = Object.values(db.prepare('pragma journal_mode').get() ?? {});
  invariant(mode === 'wal', 'the database keeps a write-ahead log');
  invariant(numberOf(db, 'synchronous') === 1, 'the database syncs at checkpoints');
  invariant(numberOf(db, 'wal_autocheckpoint') === 0, 'checkpoints run in their own thread');
};

/**
 * Makes queries that return a result only when the commits that it may contain are durable. SQLite itself shows a
 * commit earlier.
 */
const readDurable = (reads: SharedReads, queue: WriteQueue): Queries => {
  const queries = queriesOn(reads);
  const show = <T>(result: Promise<T>): Promise<T> => (queue.isSettled ? result : settle(result));
  const settle = async <T>(result: Promise<T>): Promise<T> => {
    await queue.settled();
    return result;
  };
  return {
    all: (strings, ...values) => show(queries.all(strings, ...values)),
    get: (strings, ...values) => show(queries.get(strings, ...values)),
  };
};
