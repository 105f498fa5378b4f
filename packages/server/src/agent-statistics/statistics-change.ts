import { joined, type Sql, sql, statement } from '../storage/sql.ts';
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

type Sum = Exclude<keyof Statistics, 'activeAt' | 'uncountedAt'>;

const columns: Readonly<Record<Sum, Sql>> = {
  sessions: sql`sessions`,
  sessionsCreated: sql`sessions_created`,
  sessionsJoined: sql`sessions_joined`,
  sessionsCompleted: sql`sessions_completed`,
  messagesSent: sql`messages_sent`,
  notesEdited: sql`notes_edited`,
  filesWritten: sql`files_written`,
  jobsSubmitted: sql`jobs_submitted`,
  tasksDone: sql`tasks_done`,
  microcreditsUsed: sql`microcredits_used`,
  collaborators: sql`collaborators`,
};

/** The changes of a row by sums that are added and the time of an act. A column that keeps its value costs its indexes. */
export const changesBy = (added: Partial<Record<Sum, number>>, activeAt: number): Sql => {
  const changed = Object.entries(added).filter(([, more]) => more !== 0);
  return joined(
    [
      ...changed.map(([sum, more]) => sql`${columns[sum as Sum]} = ${columns[sum as Sum]} + ${more}`),
      sql`last_active_at = case when last_active_at < ${activeAt} then ${activeAt} else last_active_at end`,
    ],
    sql`, `,
  );
};

/**
 * Adds to an agent's sums at the end of the commit, so that sessions that share agents hold their rows only shortly.
 */
export const queueStatistics = (
  tx: Transaction,
  agentId: string,
  { activeAt = 0, uncountedAt = 0, ...sums }: Partial<Statistics>,
): void => {
  tx.queueLast(agentId)(
    ...statement(sql`update agent_stats set ${changesBy(sums, activeAt)} where agent_id = ${agentId}`),
  );
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
