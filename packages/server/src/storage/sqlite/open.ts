import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { invariant } from '../../lib/invariant.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { migrations, migrationTable, pendingMigrations } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { type BackendOptions, type Queries, type Storage, unlimited } from '../storage.ts';
import { followAllText } from '../follow-all.ts';
import { Checkpointer } from './checkpointer.ts';
import { fullTextTables, hasFullText } from './full-text.ts';
import { queriesOn } from './queries.ts';
import { Compactor, numberOf, prepareToShrink, usedPages } from './compactor.ts';
import { Snapshots } from './snapshots.ts';
import { isSelect } from './work.ts';
import { Writer } from './writer.ts';

interface SqliteOptions extends BackendOptions {
  /** Path of the database file; its folder is made when there is none. */
  file: string;
  /** The known migrations; by default all. */
  known?: readonly Migration[];
  /** Called with a failure that belongs to no request. */
  onError: (error: unknown) => void;
}

const sync = promisify(fdatasync);

/** How long a statement waits for a lock of another process; the event loop stands still meanwhile. */
const lockTimeoutMs = 250;

/** Opens the embedded database, migrated to the newest schema. */
export const openSqlite = async (options: SqliteOptions): Promise<Storage> => {
  const { file, clock, capacity = unlimited, known = migrations, onNotify, onAnnounce, onBatch, onError } = options;
  makeFolder(dirname(file));
  const db = openWriter(file);
  const reader = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
  const log = openSync(`${file}-wal`, 'r+');
  const writer = new Writer({
    db,
    now: () => clock.now(),
    capacity,
    sync: () => sync(log),
    onNotify,
    onAnnounce,
    onBatch: (works) => {
      checkpointer.touch();
      onBatch?.(works);
    },
  });
  const snapshots = new Snapshots({ file, lockTimeoutMs, settled: () => writer.settled() });
  const pauseWriters = <T>(task: () => Promise<T>): Promise<T> => writer.pause(task);
  const checkpointer = new Checkpointer({ file, onError, pauseWriters, snapshots });
  const compactor = new Compactor({ db, pauseWriters, emptyLog: () => checkpointer.emptyLog() });
  const read = readDurable({ db, reader, writer });
  const close = async (): Promise<void> => {
    await writer.idle();
    await checkpointer[Symbol.asyncDispose]();
    snapshots.closeAll();
    reader.close();
    closeSync(log);
    db.close();
  };
  try {
    await migrate({ db, read, writer }, known);
  } catch (error) {
    await close();
    throw error;
  }
  return storageOf({ db, read, writer, snapshots, compactor, close });
};

interface Parts {
  db: DatabaseSync;
  read: Queries;
  writer: Writer;
  snapshots: Snapshots;
  compactor: Compactor;
  close: () => Promise<void>;
}

const migrate = async (
  { db, read, writer }: Pick<Parts, 'db' | 'read' | 'writer'>,
  known: readonly Migration[],
): Promise<void> => {
  for (const { version, name, sql } of await pendingMigrations(read, known)) {
    await writer.write(async (tx) => {
      await tx.run`insert into migration (version, name, applied_at) values (${version}, ${name}, ${tx.now})`;
      db.exec(sql);
    });
  }
  if (hasFullText(db)) return;
  await writer.write(() => {
    db.exec(`${fullTextTables} ${followAllText}`);
    return Promise.resolve();
  });
};

const storageOf = ({ db, read, writer, snapshots, compactor, close }: Parts): Storage => ({
  read,
  write: (work, options) => writer.write(work, options),
  snapshot: (work) => snapshots.read(work),
  usedBytes: () => Promise.resolve(usedPages(db) * numberOf(db, 'page_size')),
  compact: () => compactor.step(),
  noteDeletion: () => {
    compactor.noteDeletion();
  },
  [Symbol.asyncDispose]: close,
});

const openWriter = (file: string): DatabaseSync => {
  const writer = new DatabaseSync(file, { timeout: lockTimeoutMs });
  prepareToShrink(writer);
  // The writer syncs commits, off the event loop. SQLite itself syncs only at checkpoints, and syncs the header of
  // the log in the commit that restarts the log.
  writer.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
  // The undo data of a savepoint sometimes exceeds 64 KiB, and would then go to a file, page by page.
  writer.exec('pragma temp_store = memory');
  // Deleted data is overwritten with zeros.
  writer.exec('pragma secure_delete = on');
  // The cache has 16 MiB: searches look at a few thousand rows here and there, and the default keeps 2 MiB of pages.
  writer.exec('pragma cache_size = -16384');
  writer.exec(migrationTable);
  assertSettings(writer);
  return writer;
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
 * commit earlier. Reads use the connection of the writer, because each commit empties the caches of all others; while a
 * commit is open, they use one of their own.
 */
const readDurable = ({ db, reader, writer }: { db: DatabaseSync; reader: DatabaseSync; writer: Writer }): Queries => {
  const [own, shared] = [queriesOn(reader), queriesOn(db)];
  const queriesFor = (strings: TemplateStringsArray): Queries =>
    isSelect(strings) && writer.beginReads() ? shared : own;
  const show = async <T>(result: Promise<T>): Promise<T> => {
    if (!writer.isSettled) await Promise.all([result, writer.settled()]);
    return result;
  };
  return {
    all: (strings, ...values) => show(queriesFor(strings).all(strings, ...values)),
    get: (strings, ...values) => show(queriesFor(strings).get(strings, ...values)),
  };
};
