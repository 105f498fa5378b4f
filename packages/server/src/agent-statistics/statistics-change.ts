import { templateOf } from '../storage/sql.ts';
import type { SqlValue, Transaction } from '../storage/storage.ts';

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

type Sums = Partial<Omit<Statistics, 'activeAt' | 'uncountedAt'>>;

const columns: Readonly<Record<keyof Sums, string>> = {
  sessions: 'sessions',
  sessionsCreated: 'sessions_created',
  sessionsJoined: 'sessions_joined',
  sessionsCompleted: 'sessions_completed',
  messagesSent: 'messages_sent',
  notesEdited: 'notes_edited',
  filesWritten: 'files_written',
  jobsSubmitted: 'jobs_submitted',
  tasksDone: 'tasks_done',
  microcreditsUsed: 'microcredits_used',
  collaborators: 'collaborators',
};
const keys = { agent_stats: 'agent_id = ?', participation: 'session_id = ? and agent_id = ?' };

/**
 * The update that adds sums and the time of an act to a row; its key follows as parameters. It sets only the columns
 * that change, because SQLite writes the indexes of every column that an update sets.
 */
export const updateBy = (
  table: keyof typeof keys,
  added: Sums,
  activeAt: number,
): [TemplateStringsArray, ...SqlValue[]] => {
  const values: number[] = [];
  let changes = '';
  for (const [sum, more] of Object.entries(added)) {
    if (more === 0) continue;
    const column = columns[sum as keyof Sums];
    changes += `${column} = ${column} + ?, `;
    values.push(more);
  }
  const text = `update ${table} set ${changes}last_active_at = case when last_active_at < ? then ? else last_active_at end where ${keys[table]}`;
  return [templateOf(text.split('?')), ...values, activeAt, activeAt];
};

/**
 * Adds to an agent's sums at the end of the commit, so that sessions that share agents hold their rows only shortly.
 */
export const queueStatistics = (
  tx: Transaction,
  agentId: string,
  { activeAt = 0, uncountedAt = 0, ...sums }: Partial<Statistics>,
): void => {
  tx.queueLast(agentId)(...updateBy('agent_stats', sums, activeAt), agentId);
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
