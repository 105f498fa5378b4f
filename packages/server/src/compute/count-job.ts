import type { JobSummary } from '@pairspace/protocol';
import { findSessionHead } from '../access/session-head.ts';
import { countWork } from '../agent-statistics/count-work.ts';
import type { Transaction } from '../storage/storage.ts';

/** Adds a submitted job, or the credits of an ended one, to the statistics of its agent (AGT-22). */
export const countJob = async (
  tx: Transaction,
  { sessionId, submittedBy: { agentId }, credits }: JobSummary,
  isNew: boolean,
): Promise<void> => {
  if (!isNew && credits === 0) return;
  const head = await findSessionHead(tx, sessionId);
  const work = { jobsSubmitted: Number(isNew), microcreditsUsed: Math.round(credits * 1_000_000) };
  countWork(tx, { sessionId, agentId, isPublic: head?.visibility === 'public' }, work);
};
