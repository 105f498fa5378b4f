import type { LocalNats } from '@pairspace/testkit/local-nats';
import type { LocalPostgres } from '@pairspace/testkit/local-postgres';
import { busyCpuSeconds, cpuSeconds, cpuSecondsOfTree } from '@pairspace/testkit/process';
import { sql } from './sql.ts';

/** Used resources; processor time in seconds. */
export interface Used {
  seconds: number;
  nodes: number;
  postgres: number;
  nats: number;
  /** The present process and the load generators. */
  load: number;
  /** All other processes, and kernel work without a process. */
  others: number;
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
  const counted = await countTransactions(servers);
  const before = readProcessors(servers);
  const result = await work();
  const after = readProcessors(servers);
  const recounted = await countTransactions(servers);
  const since = (key: keyof typeof before): number => after[key] - before[key];
  const parts = { nodes: since('nodes'), postgres: since('postgres'), nats: since('nats'), load: since('load') };
  const used = {
    ...parts,
    seconds: since('at'),
    others: since('machine') - Object.values(parts).reduce((sum, part) => sum + part, 0),
    transactions: recounted.transactions - counted.transactions,
    walBytes: recounted.walBytes - counted.walBytes,
  };
  return { result, used };
};

const readProcessors = ({ nodes, postgres, nats }: Servers) => ({
  at: performance.now() / 1000,
  nodes: nodes.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
  postgres: cpuSecondsOfTree(postgres.pid()),
  nats: cpuSeconds(nats.pid()),
  load: cpuSecondsOfTree(process.pid, [...nodes, postgres.pid(), nats.pid()]),
  machine: busyCpuSeconds(),
});

const countTransactions = async ({ postgres }: Servers): Promise<{ transactions: number; walBytes: number }> => {
  const [row = ''] = await sql(
    postgres,
    'postgres',
    'select (select sum(xact_commit + xact_rollback) from pg_stat_database), (select wal_bytes from pg_stat_wal)',
  );
  const [transactions = NaN, walBytes = NaN] = row.split('|').map(Number);
  return { transactions, walBytes };
};

export const countConnections = async (postgres: LocalPostgres, database: string): Promise<number> => {
  const [row] = await sql(postgres, 'postgres', `select count(*) from pg_stat_activity where datname = '${database}'`);
  return Number(row);
};
