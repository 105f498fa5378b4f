import type { Client } from 'pg';
import { type BackendOptions, type Queries, type Storage, unlimited } from '../storage.ts';
import { connect, type ConnectionOptions, openPool, queriesOf, readsOn, type Send, sendOn } from './connection.ts';
import { refusalOf } from './failure.ts';
import { migratePostgres, type Migrating } from './migrate.ts';
import { Writer } from './writer.ts';

interface PostgresOptions extends BackendOptions, Partial<Pick<Migrating, 'patienceMs' | 'onWait'>> {
  url: string;
  /** The greatest number of connections for reads and writes. Each snapshot opens a further one. */
  connections: number;
  /** The time limit for statements; above it, requests get 503. */
  statementTimeoutMs?: number;
  /** Called when a transaction has to run again. */
  onRetry?: () => void;
}

/** The longest pause between two queries of a snapshot, whose pace is that of the client that downloads it. */
const idleSnapshotMs = 120_000;

/** Opens a database that many processes share, migrated to the newest schema. */
export const openPostgres = async ({
  url,
  connections,
  clock,
  capacity = unlimited,
  statementTimeoutMs = 10_000,
  patienceMs = 0,
  onWait = () => undefined,
  onNotify,
  onAnnounce,
  onBatch = () => undefined,
  onRetry = () => undefined,
}: PostgresOptions): Promise<Storage> => {
  const options: ConnectionOptions = { url, statementTimeoutMs };
  const now = (): number => clock.now();
  await migratePostgres(options, { now, patienceMs, onWait });
  const readers = openPool({ ...options, isReadOnly: true }, Math.floor(connections / 2));
  const writers = openPool(options, Math.ceil(connections / 2));
  const writer = new Writer({ pool: writers, now, capacity, onNotify, onAnnounce, onBatch, onRetry });
  const snapshots = new Set<Client>();
  const send = readsOn(readers);
  const read = queriesOf((...sent) => send(...sent).catch(refuse));
  return {
    read,
    write: (work, settings) => writer.write(work, settings),
    snapshot: (work) => readSnapshot(options, snapshots, work),
    usedBytes: () => usedBytes(read),
    // The database vacuums by itself.
    compact: () => Promise.resolve(false),
    noteDeletion: () => undefined,
    async [Symbol.asyncDispose]() {
      await writer.idle();
      await Promise.all([...snapshots].map((client) => client.end()));
      await Promise.all([readers.end(), writers.end()]);
    },
  };
};

/** Reads a snapshot on a connection of its own, so that nobody waits for a connection because of it. */
const readSnapshot = async <T>(
  options: ConnectionOptions,
  snapshots: Set<Client>,
  work: (db: Queries) => Promise<T>,
): Promise<T> => {
  const client = await connect({ ...options, idleTransactionMs: idleSnapshotMs }).catch(refuse);
  snapshots.add(client);
  try {
    const send: Send = (...sent) => sendOn(client)(...sent).catch(refuse);
    await send({ text: 'begin isolation level repeatable read read only' }, []);
    // The first query of a transaction fixes what it sees.
    await send({ text: 'select 1' }, []);
    return await work(queriesOf(send));
  } finally {
    snapshots.delete(client);
    await client.end();
  }
};

const usedBytes = async (read: Queries): Promise<number> => {
  const row = await read.get<{ bytes: number }>`
    select cast(coalesce(sum(stored_bytes + kept_bytes), 0) as bigint) as bytes from session
  `;
  return row?.bytes ?? 0;
};

const refuse = (error: unknown): never => {
  throw refusalOf(error);
};
