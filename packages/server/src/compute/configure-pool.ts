import { type Actor, type BodyOf, defaultJobLimits, type Endpoints, type JobLimits } from '@pairspace/protocol';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { findLockedPool, type PoolRow, presentPool, thousandths } from './pool-store.ts';

/** Creates the pool of a session, or changes the given fields of it (JOB-1). */
export const configurePool = async (
  tx: Transaction,
  { sessionId: given, actor }: { sessionId: string; actor: Actor },
  body: BodyOf<Endpoints['configurePool']>,
  backend: ComputeBackend,
): Promise<{ pool: ReturnType<typeof presentPool>; isNew: boolean }> => {
  const { id: sessionId } = await getOpenSession(tx, given);
  const before = await findLockedPool(tx, sessionId);
  const row = merged(before ?? newPool(sessionId, tx.now, body), body, tx.now);
  await tx.run`
    insert into compute_pool (session_id, provider, total_credits, agent_credits, max_running, max_pending, defaults,
      created_at, updated_at)
    values (${sessionId}, ${row.provider}, ${row.total_credits}, ${row.agent_credits}, ${row.max_running},
      ${row.max_pending}, ${row.defaults}, ${row.created_at}, ${row.updated_at})
    on conflict (session_id) do update
    set provider = excluded.provider, total_credits = excluded.total_credits, agent_credits = excluded.agent_credits,
      max_running = excluded.max_running, max_pending = excluded.max_pending, defaults = excluded.defaults,
      updated_at = excluded.updated_at
  `;
  const pool = presentPool(row, backend);
  const change = { sessionId, event: 'compute.updated', actor, needsRoom: true } as const;
  await appendEvent(tx, change, pool);
  return { pool, isNew: !before };
};

const defaultTotal = 1000;

const newPool = (
  sessionId: string,
  now: number,
  { totalCredits = defaultTotal }: BodyOf<Endpoints['configurePool']>,
): PoolRow => ({
  session_id: sessionId,
  provider: 'sandbox',
  total_credits: thousandths(totalCredits),
  used_credits: 0,
  reserved_credits: 0,
  agent_credits: null,
  max_running: 2,
  max_pending: 100,
  defaults: JSON.stringify(defaultJobLimits),
  pending: 0,
  running: 0,
  last_number: 0,
  began_at: 0,
  held_since: null,
  created_at: now,
  updated_at: now,
});

const merged = (row: PoolRow, body: BodyOf<Endpoints['configurePool']>, now: number): PoolRow => {
  const { provider, totalCredits, perAgentCredits, maxConcurrentJobs, maxQueuedJobs, defaults } = body;
  return {
    ...row,
    provider: provider ?? row.provider,
    total_credits: totalCredits === undefined ? row.total_credits : thousandths(totalCredits),
    agent_credits: perAgentCredits === undefined ? row.agent_credits : storedCredits(perAgentCredits),
    max_running: maxConcurrentJobs ?? row.max_running,
    max_pending: maxQueuedJobs ?? row.max_pending,
    defaults: JSON.stringify({ ...(JSON.parse(row.defaults) as JobLimits), ...defined(defaults ?? {}) }),
    updated_at: now,
  };
};

const storedCredits = (credits: number | null): number | null => (credits === null ? null : thousandths(credits));

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;
