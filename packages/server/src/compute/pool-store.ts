import { conflict, type JobLimits, type Pool, type Provider } from '@pairspace/protocol';
import type { Isolation, RuntimeState } from '@pairspace/sandbox';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';

export interface PoolRow {
  session_id: string;
  provider: Provider;
  total_credits: number;
  used_credits: number;
  reserved_credits: number;
  agent_credits: number | null;
  max_running: number;
  max_pending: number;
  defaults: string;
  pending: number;
  running: number;
  last_number: number;
  /** When the newest job of the pool began; 0 before the first. */
  began_at: number;
  held_since: number | null;
  created_at: number;
  updated_at: number;
}

export const findPoolRow = (db: Queries, sessionId: string): Promise<PoolRow | undefined> =>
  db.get<PoolRow>`select * from compute_pool where session_id = ${sessionId}`;

/** Locks the row of the pool until the end of the transaction, and reads it; undefined for a session without a pool. */
export const findLockedPool = async (tx: Transaction, sessionId: string): Promise<PoolRow | undefined> => {
  await tx.run`update compute_pool set pending = pending where session_id = ${sessionId}`;
  return findPoolRow(tx, sessionId);
};

/** Locks the row of the pool until the end of the transaction, and reads it; throws for a session without a pool. */
export const lockPool = async (tx: Transaction, sessionId: string): Promise<PoolRow> => {
  const pool = await findLockedPool(tx, sessionId);
  if (!pool) {
    throw conflict('no_pool', 'This session has no compute pool. Make one with POST …/compute.');
  }
  return pool;
};

/** Converts credits, which the API shows, into thousandths, which the database stores; and back. */
export const thousandths = (credits: number): number => Math.round(credits * 1000);
export const creditsOf = (stored: number): number => stored / 1000;

/** The credits that are neither used nor reserved; 0 if the total was lowered below the sum of both. */
export const remainingOf = ({
  total_credits: total,
  used_credits: used,
  reserved_credits: reserved,
}: PoolRow): number => Math.max(0, total - used - reserved);

/**
 * The pool as the API shows it. Runtimes and isolation of the sandbox appear only if the pool's jobs run in the
 * sandbox.
 */
export const presentPool = (row: PoolRow, backend: ComputeBackend): Pool => {
  const sandbox = row.provider === 'sandbox' ? backend.sandbox : undefined;
  return {
    id: row.session_id,
    sessionId: row.session_id,
    provider: row.provider,
    totalCredits: creditsOf(row.total_credits),
    usedCredits: creditsOf(row.used_credits),
    reservedCredits: creditsOf(row.reserved_credits),
    remainingCredits: creditsOf(remainingOf(row)),
    perAgentCredits: row.agent_credits === null ? null : creditsOf(row.agent_credits),
    maxConcurrentJobs: row.max_running,
    maxQueuedJobs: row.max_pending,
    defaults: JSON.parse(row.defaults) as JobLimits,
    runtimes: sandbox ? presentRuntimes(sandbox.runtimes) : [],
    isolation: sandbox ? presentIsolation(sandbox.isolation) : null,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
};

const presentRuntimes = (states: readonly RuntimeState[]): Pool['runtimes'] =>
  states.map(({ name, engine, available, reason, retryAt }) => ({
    ...{ name, engine, available, reason },
    retryAt: isoTimeOrNull(retryAt),
  }));

/** Null until the first test of the walls. */
const presentIsolation = ({ walls, selfTest: { passedAt, failures } }: Isolation): Pool['isolation'] =>
  passedAt === null && failures.length === 0
    ? null
    : { walls, selfTest: { passedAt: isoTimeOrNull(passedAt), failures } };
