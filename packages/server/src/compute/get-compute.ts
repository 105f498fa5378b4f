import type { Endpoints, ResultOf } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { findPoolRow, listAgentUsage, presentPool } from './pool-store.ts';

/** The pool, what each agent used of it, and the length of the queue (JOB-2). */
export const getCompute = async (
  db: Queries,
  sessionId: string,
  backend: ComputeBackend,
): Promise<ResultOf<Endpoints['getCompute']>> => {
  const row = await findPoolRow(db, sessionId);
  return {
    pool: row ? presentPool(row, backend) : null,
    agentUsage: await listAgentUsage(db, sessionId),
    queue: { pending: row?.pending ?? 0, running: row?.running ?? 0 },
  };
};
