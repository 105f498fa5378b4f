import { type Actor, type BodyOf, defaultJobLimits, type Endpoints, type JobLimits } from '@pairspace/protocol';
import { actorOf, type SessionCaller } from '../access/caller.ts';
import { makersOf } from '../access/makers-of.ts';
import { forgetOrigin } from '../access/origin.ts';
import { getOpenSession } from '../access/session-head.ts';
import { endTokens, issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { findLockedPool, lockPool, type PoolRow, presentPool, thousandths } from './pool-store.ts';

/** Creates the pool of a session, or changes the given fields of it (JOB-1). */
export const configurePool = async (
  tx: Transaction,
  { sessionId: given, actor }: { sessionId: string; actor: Actor },
  body: BodyOf<Endpoints['configurePool']>,
  backend: ComputeBackend,
): Promise<{ pool: ReturnType<typeof presentPool>; isNew: boolean }> => {
  const { id: sessionId } = await getOpenSession(tx, given);
  const before = await findLockedPool(tx, sessionId);
  const { provider = before?.provider ?? 'sandbox', perAgentCredits } = body;
  const total = body.totalCredits === undefined ? before?.total_credits : thousandths(body.totalCredits);
  const share = perAgentCredits === undefined ? (before?.agent_credits ?? null) : storedCredits(perAgentCredits);
  const limits = before ? (JSON.parse(before.defaults) as JobLimits) : defaultJobLimits;
  const row = await tx.get<PoolRow>`
    insert into compute_pool (session_id, provider, total_credits, agent_credits, max_running, max_pending, defaults,
      created_at, updated_at)
    values (${sessionId}, ${provider}, ${total ?? defaultTotal}, ${share},
      ${body.maxConcurrentJobs ?? before?.max_running ?? 2}, ${body.maxQueuedJobs ?? before?.max_pending ?? 100},
      ${JSON.stringify({ ...limits, ...defined(body.defaults ?? {}) })}, ${tx.now}, ${tx.now})
    on conflict (session_id) do update
    set provider = excluded.provider, total_credits = excluded.total_credits, agent_credits = excluded.agent_credits,
      max_running = excluded.max_running, max_pending = excluded.max_pending, defaults = excluded.defaults,
      updated_at = excluded.updated_at
    returning *
  `;
  invariant(row, 'the row was just written');
  const pool = presentPool(row, backend);
  const change = { sessionId, event: 'compute.updated', actor, needsRoom: true } as const;
  await appendEvent(tx, change, pool);
  return { pool, isNew: !before };
};

/** The whole budget of a new pool, in thousandths. */
const defaultTotal = thousandths(1000);

const storedCredits = (credits: number | null): number | null => (credits === null ? null : thousandths(credits));

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

/** Makes the token of a session's workers, which replaces the earlier token (JOB-25). */
export const issueWorkerToken = async (
  tx: Transaction,
  caller: SessionCaller,
  backend: ComputeBackend,
): Promise<{ workerToken: string }> => {
  const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
  const row = await lockPool(tx, sessionId);
  const workers = { kind: 'worker', sessionId, id: 'worker' } as const;
  await endTokens(tx, workers);
  forgetOrigin(tx, workers);
  const workerToken = issueToken(tx, {
    sessionId,
    role: 'worker',
    holderId: workers.id,
    holderName: 'Worker',
    issuedToCreator: false,
    invited: false,
    makers: makersOf(caller),
  });
  await tx.run`update compute_pool set updated_at = ${tx.now} where session_id = ${sessionId}`;
  const pool = presentPool({ ...row, updated_at: tx.now }, backend);
  await appendEvent(tx, { sessionId, event: 'compute.updated', actor: actorOf(caller) }, pool);
  return { workerToken };
};
