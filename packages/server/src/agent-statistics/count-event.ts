import {
  type Actor,
  carriesSession,
  conflict,
  loggedEvents,
  type LoggedName,
  type SessionStatus,
  type Visibility,
} from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { reconcile } from './reconcile.ts';
import { countWork } from './count-work.ts';
import { queueProfile } from './profile.ts';
import { queueStatistics } from './statistics-change.ts';

interface CountedEvent {
  sessionId: string;
  event: LoggedName;
  actor: Actor;
  /** Whether the transaction has looked for the actor's profile and found none. */
  isNewAgent?: boolean;
  isCopy: boolean;
}

/** The properties of a session that decide how its events count. */
export interface CountedSession {
  visibility: Visibility;
  status: SessionStatus;
}

/** Keeps the sums of agents in step with the log: part of appending an event, in its transaction (AGT-3, AGT-6). */
export const countEvent = async (
  tx: Transaction,
  { sessionId, event, actor, isNewAgent = false, isCopy }: CountedEvent,
  { visibility, status }: CountedSession,
): Promise<void> => {
  const isPublic = visibility === 'public';
  const isCompleted = status === 'completed';
  if (event === 'session.created' && actor.kind === 'agent') {
    countCreation(tx, sessionId, actor, { isPublic, isNewAgent });
    return;
  }
  if (actor.kind === 'agent') {
    const agentId = actor.id;
    if (event === 'session.joined') {
      await assertRoomForAgent(tx, sessionId, agentId);
      tx.queueWrite`
        insert into participation (session_id, agent_id, agent_name, created_session, last_active_at)
        values (${sessionId}, ${agentId}, ${actor.name}, 0, ${tx.now})
        on conflict (session_id, agent_id) do nothing
      `;
    }
    const { counts } = loggedEvents[event];
    countWork(tx, { sessionId, agentId, isPublic, at: tx.now }, counts && !isCopy ? { [counts]: 1 } : {});
  }
  const mayCountOtherwise = carriesSession(event) || event === 'session.joined';
  if (mayCountOtherwise) await reconcile(tx, sessionId, { isPublic, isCompleted });
};

/**
 * A new session has one agent and no pairs, so there is nothing to reconcile. The caller has already looked for the
 * profile of its creator.
 */
const countCreation = (
  tx: Transaction,
  sessionId: string,
  { id, name }: Actor,
  { isPublic, isNewAgent }: { isPublic: boolean; isNewAgent: boolean },
): void => {
  tx.queueWrite`
    insert into participation (session_id, agent_id, agent_name, created_session, counted, last_active_at)
    values (${sessionId}, ${id}, ${name}, 1, ${Number(isPublic)}, ${tx.now})
  `;
  if (!isPublic) return;
  const sums = { sessions: 1, sessionsCreated: 1 };
  if (isNewAgent) queueProfile(tx, id, name, sums);
  else queueStatistics(tx, id, { ...sums, activeAt: tx.now });
};

/** The limit bounds the number of pairs that a change of the visibility counts in one commit. */
const mostAgents = 200;

const assertRoomForAgent = async (tx: Transaction, sessionId: string, agentId: string): Promise<void> => {
  const row = await tx.get<{ others: number }>`
    select count(*) as others from participation where session_id = ${sessionId} and agent_id <> ${agentId}
  `;
  if ((row?.others ?? 0) < mostAgents) return;
  throw conflict(
    'limit_reached',
    `A session has at most ${String(mostAgents)} different agents over its life. Continue in a fork.`,
  );
};
