import { findSessionHead } from '../access/session-head.ts';
import { countWork } from '../agent-statistics/count-work.ts';
import type { Transaction } from '../storage/storage.ts';
import type { JobRow } from './job-store.ts';

/** Credits are kept in thousandths here, and in millionths where they are summed up for all sessions. */
const microcredits = 1000;

/** Adds a job that was submitted, or the credits of one that has ended, to what its agent has done (AGT-22). */
export const countJob = async (
  tx: Transaction,
  { session_id, agent_id, credits }: JobRow,
  isNew: boolean,
): Promise<void> => {
  if (!isNew && credits === 0) return;
  const head = await findSessionHead(tx, session_id);
  countWork(
    tx,
    { sessionId: session_id, agentId: agent_id, isPublic: head?.visibility === 'public' },
    { jobsSubmitted: Number(isNew), microcreditsUsed: credits * microcredits },
  );
};
