import { actorOf, type SessionCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { makersOf } from '../access/makers-of.ts';
import { forgetOrigin } from '../access/origin.ts';
import { endTokens, issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { lockPool, presentPool } from './pool-store.ts';

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
