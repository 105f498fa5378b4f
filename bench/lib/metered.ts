import type { LocalNats } from '@pairspace/testkit/local-nats';
import type { LocalPostgres } from '@pairspace/testkit/local-postgres';
import { cpuSeconds, cpuSecondsOfTree } from '@pairspace/testkit/process';
import { sql } from './sql.ts';

export type Part = 'nodes' | 'postgres' | 'nats';

/** Processor time of each part in seconds, and what PostgreSQL did. */
export interface Used extends Record<Part, number> {
  seconds: number;
  /** Transactions of PostgreSQL, including single statements. */
  transactions: number;
  walBytes: number;
}

export interface Servers {
  /** Processes of the nodes. */
  nodes: readonly number[];
  postgres: LocalPostgres;
  nats: LocalNats;
}

/** Runs `work` and measures the resources used meanwhile. */
export const metered = async <T>(servers: Servers, work: () => Promise<T>): Promise<{ result: T; used: Used }> => {
  const before = await readCounters(servers);
  const result = await work();
  const after = await readCounters(servers);
  const used = Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, value - before[key as keyof Used]]),
  );
  return { result, used: used as unknown as Used };
};

const readCounters = async ({ nodes, postgres, nats }: Servers): Promise<Used> => {
  const [row = ''] = await sql(
    postgres,
    'postgres',
    'select (select sum(xact_commit + xact_rollback) from pg_stat_database), (select wal_bytes from pg_stat_wal)',
  );
  const [transactions = NaN, walBytes = NaN] = row.split('|').map(Number);
  return {
    nodes: nodes.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    postgres: cpuSecondsOfTree(postgres.pid()),
    nats: cpuSeconds(nats.pid()),
    seconds: performance.now() / 1000,
    transactions,
    walBytes,
  };
};
