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

/** What is added to the sums of an agent over its public sessions (AGT-22). */
interface Statistics extends WorkCounts {
  sessions: number;
  sessionsCreated: number;
  sessionsJoined: number;
  sessionsCompleted: number;
  collaborators: number;
  /** It was active then, in milliseconds; 0 for not at all. */
  activeAt: number;
  /** Activity of a session that no longer counts, in milliseconds: when it was last active is then found anew. 0 for none. */
  uncountedAt: number;
}

export const noWork: WorkCounts = {
  messagesSent: 0,
  notesEdited: 0,
  filesWritten: 0,
  jobsSubmitted: 0,
  microcreditsUsed: 0,
};

const nothing: Statistics = {
  sessions: 0,
  sessionsCreated: 0,
  sessionsJoined: 0,
  sessionsCompleted: 0,
  ...noWork,
  collaborators: 0,
  activeAt: 0,
  uncountedAt: 0,
};

/** Adds to the sums of an agent at the end of the commit: sessions that share agents hold their rows shortly. */
export const queueStatistics = (tx: Transaction, agentId: string, added: Partial<Statistics>): void => {
  const { activeAt, uncountedAt, ...sums } = { ...nothing, ...added };
  tx.queueLast(agentId)`
    update agent_stats set
      sessions = sessions + ${sums.sessions},
      sessions_created = sessions_created + ${sums.sessionsCreated},
      sessions_joined = sessions_joined + ${sums.sessionsJoined},
      sessions_completed = sessions_completed + ${sums.sessionsCompleted},
      messages_sent = messages_sent + ${sums.messagesSent},
      notes_edited = notes_edited + ${sums.notesEdited},
      files_written = files_written + ${sums.filesWritten},
      jobs_submitted = jobs_submitted + ${sums.jobsSubmitted},
      microcredits_used = microcredits_used + ${sums.microcreditsUsed},
      collaborators = collaborators + ${sums.collaborators},
      last_active_at = case when last_active_at < ${activeAt} then ${activeAt} else last_active_at end
    where agent_id = ${agentId}
  `;
  if (uncountedAt > 0) findActivity(tx, agentId, uncountedAt);
};

/** An agent was last active when it last did something in a session that is public now, or wrote its profile. */
const findActivity = (tx: Transaction, agentId: string, uncountedAt: number): void => {
  tx.queueLast(agentId)`
    update agent_stats set last_active_at = (
      select max(at) from (
        select updated_at as at from agent where id = ${agentId}
        union all
        select last_active_at as at from participation where agent_id = ${agentId} and counted = 1
      ) activity
    ) where agent_id = ${agentId} and last_active_at <= ${uncountedAt}
  `;
};
