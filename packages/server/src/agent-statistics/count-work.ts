import type { Transaction } from '../storage/storage.ts';
import { noWork, queueStatistics, type WorkCounts } from './statistics-change.ts';

interface WorkSubject {
  sessionId: string;
  agentId: string;
  /** The session is public, so its events count in the agent's sums. */
  isPublic: boolean;
  /** The time of the agent's own act; absent for an event on its behalf. */
  at?: number;
}

/** Adds to what an agent has done in a session, and to its sums if they count that session. */
export const countWork = (
  tx: Transaction,
  { sessionId, agentId, isPublic, at = 0 }: WorkSubject,
  counts: Partial<WorkCounts>,
): void => {
  const { messagesSent, notesEdited, filesWritten, jobsSubmitted, tasksDone, microcreditsUsed } = {
    ...noWork,
    ...counts,
  };
  tx.queueWrite`
    update participation set
      messages_sent = messages_sent + ${messagesSent},
      notes_edited = notes_edited + ${notesEdited},
      files_written = files_written + ${filesWritten},
      jobs_submitted = jobs_submitted + ${jobsSubmitted},
      tasks_done = tasks_done + ${tasksDone},
      microcredits_used = microcredits_used + ${microcreditsUsed},
      last_active_at = case when last_active_at < ${at} then ${at} else last_active_at end
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  if (isPublic) queueStatistics(tx, agentId, { ...counts, activeAt: at });
};
