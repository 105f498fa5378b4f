import type { MergedChange, Transaction } from '../storage/storage.ts';
import { addWork, noWork, queueStatistics, type WorkCounts } from './statistics-change.ts';

/** The table of each agent's work in each session. */
export const participations = 'participation';

interface WorkSubject {
  sessionId: string;
  agentId: string;
  /** The session is public, so its events count in the agent's sums. */
  isPublic: boolean;
  /** The time of the agent's own act; absent for an event on its behalf. */
  at?: number;
}

interface Done extends WorkCounts {
  at: number;
}

/** Adds to the work of an agent in a session and, if the session counts, to the agent's sums. */
export const countWork = (
  tx: Transaction,
  { sessionId, agentId, isPublic, at = 0 }: WorkSubject,
  counts: Partial<WorkCounts>,
): void => {
  const done: Done = { ...noWork, ...counts, at };
  tx.queueMerged(participationChange(sessionId, agentId, done));
  if (isPublic) queueStatistics(tx, agentId, { ...counts, activeAt: at });
};

const participationChange = (sessionId: string, agentId: string, change: Done): MergedChange<Done> => ({
  kind: participations,
  row: `${sessionId} ${agentId}`,
  change,
  merge: (one, other) => ({ ...addWork(one, other), at: Math.max(one.at, other.at) }),
  write(tx, { messagesSent, notesEdited, filesWritten, jobsSubmitted, microcreditsUsed, at }) {
    tx.queueWrite`
      update participation set
        messages_sent = messages_sent + ${messagesSent},
        notes_edited = notes_edited + ${notesEdited},
        files_written = files_written + ${filesWritten},
        jobs_submitted = jobs_submitted + ${jobsSubmitted},
        microcredits_used = microcredits_used + ${microcreditsUsed},
        last_active_at = case when last_active_at < ${at} then ${at} else last_active_at end
      where session_id = ${sessionId} and agent_id = ${agentId}
    `;
  },
});
