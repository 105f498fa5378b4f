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
  /** The actor was looked for in this transaction, and has no profile. */
  isNewAgent?: boolean;
}

/** What decides how the session of an event counts. */
export interface CountedSession {
  visibility: Visibility;
  status: SessionStatus;
}

/** What an agent has done more of when it is the actor of an event. */
const workOf: Partial<Record<EventName, keyof WorkCounts>> = {
  'message.created': 'messagesSent',
  'note.created': 'notesEdited',
  'note.updated': 'notesEdited',
  'file.updated': 'filesWritten',
};

/** After these a session may stand differently in the sums of its agents. */
const reconciledAfter: ReadonlySet<EventName> = new Set([
  'session.joined',
  'session.updated',
  'session.completed',
  'session.paused',
]);

/** Keeps the sums of agents in step with the log: part of appending an event, in its transaction (AGT-3, AGT-6). */
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
 * A new session has one agent, which stands in no other relation to it: there is nothing to reconcile. Whoever makes it
 * has looked for the profile of its creator.
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
