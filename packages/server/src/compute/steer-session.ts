import type { BodyOf, Endpoints, ResultOf, Session, SessionStatus } from '@pairspace/protocol';
import { actingAs, type ObserverCaller, type OperatorCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { configurePool } from './change-pool.ts';
import { hasEnded, lockJob } from './job-store.ts';
import { findPoolRow, lockPool, presentPool, thousandths } from './pool-store.ts';
import { stopJob } from './stop-job.ts';

type Steerer = ObserverCaller | OperatorCaller;

export interface SteeringParts {
  backend: ComputeBackend;
  /** Changes the session itself. The slice of sessions provides this function. */
  setSession: (
    tx: Transaction,
    caller: Steerer,
    sessionId: string,
    wanted: { status?: Exclude<SessionStatus, 'waiting'> | undefined; maxAgents?: number | undefined },
  ) => Promise<Session>;
}

/** Does in one commit what a person at the page asks for (SEAT-14). */
export const steerSession = async (
  tx: Transaction,
  caller: Steerer,
  sessionId: string,
  { status, maxAgents, totalCredits, cancelJobs }: BodyOf<Endpoints['steerSession']>,
  { backend, setSession }: SteeringParts,
): Promise<ResultOf<Endpoints['steerSession']>> => {
  const actor = actingAs(caller);
  await setSession(tx, caller, sessionId, { status, maxAgents });
  if (totalCredits !== undefined && (await lockPool(tx, sessionId)).total_credits !== thousandths(totalCredits))
    await configurePool(tx, { sessionId, actor }, { totalCredits }, backend);
  const cancelled: string[] = [];
  for (const id of new Set(cancelJobs)) {
    const job = await lockJob(tx, { sessionId, id });
    if (hasEnded(job.summary.status)) continue;
    await stopJob(tx, job, { reason: 'cancelled', message: `${actor.name} cancelled it.`, actor });
    cancelled.push(id);
  }
  const after = await findPoolRow(tx, sessionId);
  // The session is read once more, because the events of the pool and the jobs have moved the end of its log.
  const session = await setSession(tx, caller, sessionId, {});
  return { session, pool: after ? presentPool(after, backend) : null, cancelled };
};
