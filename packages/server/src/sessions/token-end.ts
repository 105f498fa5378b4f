import type { Actor, Seat } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import { inboxTopic, tasksTopic } from '../events/topics.ts';
import type { Transaction } from '../storage/storage.ts';

/** Wakes all waits and streams of an agent whose token has ended. */
export const notifyTokenEnd = (tx: Transaction, sessionId: string, agentId: string): void => {
  for (const topic of [sessionId, inboxTopic(sessionId, agentId), tasksTopic(sessionId)]) tx.notify(topic);
};

/** Says in the log of a session that the tokens of an agent have ended (KEY-2, MOD-19, SEAT-12). */
export const appendRevoked = async (tx: Transaction, sessionId: string, seat: Seat, actor: Actor): Promise<void> => {
  await appendEvent(tx, { sessionId, event: 'agent.revoked', actor, concerns: [] }, { id: seat.agentId, ...seat });
  notifyTokenEnd(tx, sessionId, seat.agentId);
};
