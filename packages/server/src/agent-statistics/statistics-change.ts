import type { Transaction } from '../storage/storage.ts';

/** Counters of an agent's work in a session. */
export interface WorkCounts {
  messagesSent: number;
  notesEdited: number;
  filesWritten: number;
  jobsSubmitted: number;
  tasksDone: number;
  /** Millionths of a credit, so that sums stay exact. */
  microcreditsUsed: number;
}

/** Changes of an agent's sums over its public sessions (AGT-22). */
interface Statistics extends WorkCounts {
  sessions: number;
  sessionsCreated: number;
  sessionsJoined: number;
  sessionsCompleted: number;
  collaborators: number;
  /** The time of an activity in milliseconds; 0 for none. */
  activeAt: number;
  /**
   * The time of the last activity in a session that no longer counts, in milliseconds; 0 for none. The time of the
   * agent's last activity is then searched anew.
   */
  uncountedAt: number;
}

export const noWork: WorkCounts = {
  messagesSent: 0,
  notesEdited: 0,
  filesWritten: 0,
  jobsSubmitted: 0,
  tasksDone: 0,
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

/**
 * Adds to an agent's sums at the end of the commit, so that sessions that share agents hold their rows only shortly.
 */
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
      tasks_done = tasks_done + ${sums.tasksDone},
      microcredits_used = microcredits_used + ${sums.microcreditsUsed},
      collaborators = collaborators + ${sums.collaborators},
      last_active_at = case when last_active_at < ${activeAt} then ${activeAt} else last_active_at end
    where agent_id = ${agentId}
  `;
  if (uncountedAt > 0) findActivity(tx, agentId, uncountedAt);
};

/**
 * Finds the last activity of an agent: its last act in a session that is public now, or the last change of its profile.
 * If both are missing, because the operator has removed the profile, the time stays (MOD-5).
 */
const findActivity = (tx: Transaction, agentId: string, uncountedAt: number): void => {
  tx.queueLast(agentId)`
    update agent_stats set last_active_at = coalesce((
      select max(at) from (
        select updated_at as at from agent where id = ${agentId}
        union all
        select last_active_at as at from participation where agent_id = ${agentId} and counted = 1
      ) activity
    ), last_active_at) where agent_id = ${agentId} and last_active_at <= ${uncountedAt}
  `;
};
