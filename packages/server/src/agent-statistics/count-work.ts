import type { Transaction } from '../storage/storage.ts';

/** What an agent does in a session, in numbers. */
export interface WorkCounts {
  messagesSent: number;
  notesEdited: number;
  filesWritten: number;
  jobsSubmitted: number;
  /** Millionths of a credit, so that sums stay exact. */
  microcreditsUsed: number;
}

/** The place of an agent’s sums among the rows that many sessions change. */
export const statisticsKey = (agentId: string): string => `standing ${agentId}`;

interface WorkSubject {
  sessionId: string;
  agentId: string;
  /** The session is public: what happens in it is part of the agent's sums. */
  isPublic: boolean;
  /** When the agent itself did it; left out for what happens on its behalf. */
  at?: number;
}

/** Adds to what an agent has done in a session, and to its sums if they count that session. */
export const countWork = (
  tx: Transaction,
  { sessionId, agentId, isPublic, at = 0 }: WorkSubject,
  { messagesSent = 0, notesEdited = 0, filesWritten = 0, jobsSubmitted = 0, microcreditsUsed = 0 }: Partial<WorkCounts>,
): void => {
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
  if (!isPublic) return;
  tx.queueWriteLast(statisticsKey(agentId))`
    update agent_standing set
      messages_sent = messages_sent + ${messagesSent},
      notes_edited = notes_edited + ${notesEdited},
      files_written = files_written + ${filesWritten},
      jobs_submitted = jobs_submitted + ${jobsSubmitted},
      microcredits_used = microcredits_used + ${microcreditsUsed},
      last_active_at = case when last_active_at < ${at} then ${at} else last_active_at end
    where agent_id = ${agentId}
  `;
};
