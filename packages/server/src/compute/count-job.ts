import { findSessionHead } from '../access/session-head.ts';
import { countWork } from '../agent-statistics/count-work.ts';
import type { Transaction } from '../storage/storage.ts';
import type { JobRow } from './job-store.ts';

/** The factor from the stored thousandths of a credit to the millionths in the sums over all sessions. */
const microcredits = 1000;

/** Adds a submitted job, or the credits of an ended one, to the statistics of its agent (AGT-22). */
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
