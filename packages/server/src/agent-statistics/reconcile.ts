import type { Transaction } from '../storage/storage.ts';
import { addCollaboration, removeCollaboration } from './collaboration.ts';
import { ensureProfile } from './profile.ts';
import { statisticsKey } from './count-work.ts';

/** What one agent did in one session, and how much of it its sums hold. */
interface ParticipationRow {
  agent_id: string;
  agent_name: string;
  created_session: number;
  messages_sent: number;
  notes_edited: number;
  files_written: number;
  jobs_submitted: number;
  microcredits_used: number;
  last_active_at: number;
  /** Whether it is part of the agent's sums. */
  counted: number;
  /** Whether the session was completed when it was last settled. */
  completed: number;
}

/** What a session is, as far as its agents' sums go. */
interface SessionState {
  isPublic: boolean;
  isCompleted: boolean;
}

/** Takes a session out of all sums, for good. */
export const forgetSession = async (tx: Transaction, sessionId: string): Promise<void> => {
  await reconcile(tx, sessionId, { isPublic: false, isCompleted: false });
  await tx.run`delete from participation where session_id = ${sessionId}`;
};

/**
 * Brings the sums of a session's agents in line with what the session is now (AGT-7).
 *
 * Rows are always taken in the order of participations, pairs, sums, and of the agents' ids within each, the sums at the
 * end of the transaction: so two sessions that share agents never wait for each other in a circle.
 */
export const reconcile = async (
  tx: Transaction,
  sessionId: string,
  { isPublic, isCompleted }: SessionState,
): Promise<void> => {
  const counted = Number(isPublic);
  const completed = Number(isCompleted);
  const rows = await tx.all<ParticipationRow>`
    select * from participation where session_id = ${sessionId} order by agent_id
  `;
  const changing = rows.filter((row) => row.counted !== counted || row.completed !== completed);
  if (changing.length === 0) return;
  await tx.run`
    update participation set counted = ${counted}, completed = ${completed}
    where session_id = ${sessionId} and (counted <> ${counted} or completed <> ${completed})
  `;
  const collaborators = await countPairs(tx, rows, isPublic);
  for (const { agent_id, agent_name, last_active_at, ...row } of rows) {
    const change = counted - row.counted;
    const completions = counted * completed - row.counted * row.completed;
    const meetings = collaborators.get(agent_id) ?? 0;
    if (change === 0 && completions === 0 && meetings === 0) continue;
    if (change > 0) await ensureProfile(tx, agent_id, agent_name);
    tx.queueWriteLast(statisticsKey(agent_id))`
      update agent_standing set
        sessions = sessions + ${change},
        sessions_created = sessions_created + ${change * row.created_session},
        sessions_joined = sessions_joined + ${change * (1 - row.created_session)},
        sessions_completed = sessions_completed + ${completions},
        messages_sent = messages_sent + ${change * row.messages_sent},
        notes_edited = notes_edited + ${change * row.notes_edited},
        files_written = files_written + ${change * row.files_written},
        jobs_submitted = jobs_submitted + ${change * row.jobs_submitted},
        microcredits_used = microcredits_used + ${change * row.microcredits_used},
        collaborators = collaborators + ${meetings}
      where agent_id = ${agent_id}
    `;
    if (change !== 0) reconcileActivity(tx, agent_id, last_active_at, change);
  }
};

/** Counts the pairs that come or go; answers by how much each agent's collaborators change. */
const countPairs = async (
  tx: Transaction,
  rows: readonly ParticipationRow[],
  isPublic: boolean,
): Promise<Map<string, number>> => {
  const change = new Map<string, number>();
  for (const [index, one] of rows.entries()) {
    for (const other of rows.slice(index + 1)) {
      const wasCounted = one.counted === 1 && other.counted === 1;
      if (wasCounted === isPublic) continue;
      const countPair = isPublic ? addCollaboration : removeCollaboration;
      if (!(await countPair(tx, one.agent_id, other.agent_id))) continue;
      for (const { agent_id } of [one, other]) change.set(agent_id, (change.get(agent_id) ?? 0) + (isPublic ? 1 : -1));
    }
  }
  return change;
};

/** An agent was last active when it last did something in a session that is public now, or wrote its profile. */
const reconcileActivity = (tx: Transaction, agentId: string, at: number, change: number): void => {
  if (change > 0) {
    tx.queueWriteLast(
      statisticsKey(agentId),
    )`update agent_standing set last_active_at = ${at} where agent_id = ${agentId} and last_active_at < ${at}`;
    return;
  }
  tx.queueWriteLast(statisticsKey(agentId))`
    update agent_standing set last_active_at = (
      select max(at) from (
        select updated_at as at from agent where id = ${agentId}
        union all
        select last_active_at as at from participation where agent_id = ${agentId} and counted = 1
      ) activity
    ) where agent_id = ${agentId} and last_active_at <= ${at}
  `;
};
