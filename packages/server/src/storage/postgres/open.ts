import type { Clock } from '../../lib/clock.ts';
import { type Capacity, type CommitListeners, type Storage, unlimited } from '../storage.ts';
import type { ConnectionOptions } from './connection.ts';
import { migratePostgres } from './migrate.ts';
import { Pool } from './pool.ts';
import { Readers } from './readers.ts';
import { Snapshots } from './snapshots.ts';
import { Writers } from './writers.ts';

interface PostgresOptions extends CommitListeners {
  /** `postgres://user:password@host:port/database` */
  url: string;
  /** The greatest number of connections for reads and writes. Each snapshot opens a further one. */
  connections: number;
  clock: Clock;
  capacity?: Capacity;
  /** The time limit for statements; above it, requests get 503. */
  statementTimeoutMs?: number;
  /** How long the opening waits for a database that cannot be reached. */
  patienceMs?: number;
  /** Called once when the opening has to wait, with the reason. */
  onWait?: (error: unknown) => void;
  onBatch?: (transactions: number) => void;
  /** Called when a transaction has to run again. */
  onRetry?: () => void;
}

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
  const options: ConnectionOptions = { url, name: 'pairspace', statementTimeoutMs };
  const now = (): number => clock.now();
  await migratePostgres(options, { now, patienceMs, onWait });
  const readerCount = Math.max(1, Math.floor(connections / 5));
  const readers = new Readers({ ...options, readOnly: true }, readerCount);
  const snapshots = new Snapshots(options);
  const pool = new Pool(options, Math.max(1, connections - readerCount));
  const writers = new Writers({ pool, now, capacity, onNotify, onAnnounce, onBatch, onRetry });
  return {
    read: readers.queries,
    write: (work, settings) => writers.write(work, settings),
    snapshot: (work) => snapshots.read(work),
    usedBytes: async () => {
      const row = await readers.queries.get<{ bytes: number }>`
        select cast(coalesce(sum(stored_bytes + kept_bytes), 0) as bigint) as bytes from session
      `;
      return row?.bytes ?? 0;
    },
    // The database vacuums by itself.
    compact: () => Promise.resolve(false),
    noteDeletion: () => undefined,
    async [Symbol.asyncDispose]() {
      await writers.idle();
      await Promise.all([snapshots.closeAll(), readers.close(), pool.close()]);
    },
  };
};
