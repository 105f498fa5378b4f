import type { Actor, EventName, SessionStatus, Visibility } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { reconcile } from './reconcile.ts';
import { countWork } from './count-work.ts';
import { queueProfile } from './profile.ts';
import { queueStatistics, type WorkCounts } from './statistics-change.ts';

interface CountedEvent {
  sessionId: string;
  event: EventName;
  actor: Actor;
  /** Whether the transaction has looked for the actor's profile and found none. */
  isNewAgent?: boolean;
}

/** The properties of a session that decide how its events count. */
export interface CountedSession {
  visibility: Visibility;
  status: SessionStatus;
}

/** The counter that an event increments for its actor. */
const workOf: Partial<Record<EventName, keyof WorkCounts>> = {
  'message.created': 'messagesSent',
  'note.created': 'notesEdited',
  'note.updated': 'notesEdited',
  'file.updated': 'filesWritten',
};

/** Events that may change how a session counts in the sums of its agents. */
const reconciledAfter: ReadonlySet<EventName> = new Set([
  'session.joined',
  'session.updated',
  'session.completed',
  'session.paused',
]);

/** Updates the sums of agents when an event is appended, in the same transaction (AGT-3, AGT-6). */
export const countEvent = async (
  tx: Transaction,
  { sessionId, event, actor, isNewAgent = false }: CountedEvent,
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
      tx.queueWrite`
        insert into participation (session_id, agent_id, agent_name, created_session, last_active_at)
        values (${sessionId}, ${agentId}, ${actor.name}, 0, ${tx.now})
        on conflict (session_id, agent_id) do nothing
      `;
    }
    const work = workOf[event];
    countWork(tx, { sessionId, agentId, isPublic, at: tx.now }, work ? { [work]: 1 } : {});
  }
  if (reconciledAfter.has(event)) await reconcile(tx, sessionId, { isPublic, isCompleted });
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
