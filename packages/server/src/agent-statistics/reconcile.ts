import type { Transaction } from '../storage/storage.ts';
import { updatePairs } from './collaboration.ts';
import { ensureProfile } from './profile.ts';
import { queueStatistics } from './statistics-change.ts';

/** The work of one agent in one session, and how much of it the agent's sums contain. */
interface ParticipationRow {
  agent_id: string;
  agent_name: string;
  created_session: number;
  messages_sent: number;
  notes_edited: number;
  files_written: number;
  jobs_submitted: number;
  tasks_done: number;
  microcredits_used: number;
  last_active_at: number;
  /** Whether the row is part of the agent's sums. */
  counted: number;
  /** Whether the session was completed at the last reconciliation. */
  completed: number;
}

/** The state of a session that decides about its agents' sums. */
interface SessionState {
  isPublic: boolean;
  isCompleted: boolean;
}

/** Removes a session from all sums permanently. */
export const forgetSession = async (tx: Transaction, sessionId: string): Promise<void> => {
  await reconcile(tx, sessionId, { isPublic: false, isCompleted: false });
  await tx.run`delete from participation where session_id = ${sessionId}`;
};

/**
 * Brings the sums of a session's agents in line with the present state of the session (AGT-22).
 *
 * Every transaction locks the rows that several sessions share in the same order: first the pairs, and at the end of
 * the commit the sums, both in the order of the agents' ids. So two sessions with common agents never deadlock.
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
  const collaborators = await countPairs(tx, sessionId, rows, isPublic);
  tx.queueWrite`
    update participation set counted = ${counted}, completed = ${completed}
    where session_id = ${sessionId} and (counted <> ${counted} or completed <> ${completed})
  `;
  for (const { agent_id, agent_name, last_active_at, ...row } of rows) {
    const change = counted - row.counted;
    const completions = counted * completed - row.counted * row.completed;
    const meetings = collaborators.get(agent_id) ?? 0;
    if (change === 0 && completions === 0 && meetings === 0) continue;
    if (change > 0) await ensureProfile(tx, agent_id, agent_name);
    queueStatistics(tx, agent_id, {
      sessions: change,
      sessionsCreated: change * row.created_session,
      sessionsJoined: change * (1 - row.created_session),
      sessionsCompleted: completions,
      messagesSent: change * row.messages_sent,
      notesEdited: change * row.notes_edited,
      filesWritten: change * row.files_written,
      jobsSubmitted: change * row.jobs_submitted,
      tasksDone: change * row.tasks_done,
      microcreditsUsed: change * row.microcredits_used,
      collaborators: meetings,
      ...(change > 0 && { activeAt: last_active_at }),
      ...(change < 0 && { uncountedAt: last_active_at }),
    });
  }
};

const agentsPerTurn = 16;

/** Counts the pairs that come or go; returns the change of each agent's collaborators. */
const countPairs = async (
  tx: Transaction,
  sessionId: string,
  rows: readonly ParticipationRow[],
  isPublic: boolean,
): Promise<Map<string, number>> => {
  const change = new Map<string, number>();
  if (rows.every(({ counted }) => (counted === 1) === isPublic)) return change;
  for (const [index, { agent_id: agentId }] of rows.entries()) {
    // A session of usual size takes no turn.
    if (index % agentsPerTurn === agentsPerTurn - 1) await tx.takeTurn();
    for (const { otherId } of await updatePairs(tx, { sessionId, agentId, isPublic })) {
      for (const id of [agentId, otherId]) change.set(id, (change.get(id) ?? 0) + (isPublic ? 1 : -1));
    }
  }
  return change;
};
