import { type Actor, conflict, ServiceError } from '@pairspace/protocol';
import { actorOf, type SessionCaller } from '../access/caller.ts';
import { makersOf } from '../access/makers-of.ts';
import { seatOf } from '../access/origin.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, inboxEntriesOfSeats, loadSession } from './change-session.ts';
import { endHolder } from './end-made.ts';
import { replaceInvite } from './reinvite.ts';
import { notifyTokenEnd } from './token-end.ts';
import type { CompletionParts } from './update-session.ts';

export interface RemovalParts extends CompletionParts {
  /** The operation of the slice of tasks. */
  releaseTasksOf: (tx: Transaction, sessionId: string, agentId: string, actor: Actor) => Promise<void>;
}

/**
 * Removes an agent’s seat and token (SEAT-5, SEAT-6). The agent knows the invite code, so the code is replaced. Its
 * jobs do not run without a seat, and the watch of jobs cancels them. The rows of its inbox stay, because a later seat
 * under the same id does not see them (INB-9).
 */
export const removeAgent = async (
  tx: Transaction,
  caller: SessionCaller,
  agentId: string,
  { inviteTtlMs, releaseTasksOf, withdrawAsks }: RemovalParts & { inviteTtlMs: number },
): Promise<{ id: string; deleted: true }> => {
  const { sessionId } = caller;
  const { row, seats } = await loadSession(tx, sessionId);
  const seat = seats.find((one) => one.agentId === agentId);
  if (!seat) throw new ServiceError('NOT_FOUND', `"${agentId}" has no seat in this session.`);
  if (seat.role === 'creator') {
    throw conflict('self_removal', 'The creator cannot remove itself. Delete or complete the session instead.');
  }
  await tx.run`delete from presence where session_id = ${sessionId} and agent_id = ${agentId}`;
  await tx.run`delete from unread_mention where session_id = ${sessionId} and agent_id = ${agentId}`;
  await tx.run`delete from seat where session_id = ${sessionId} and agent_id = ${agentId}`;
  const actor = actorOf(caller);
  const left = seats.filter((one) => one !== seat);
  const concerns = inboxEntriesOfSeats(left, actor);
  await appendEvent(tx, { sessionId, event: 'agent.removed', actor, concerns }, { id: agentId, ...seat });
  await changeSession(
    tx,
    { row, seats: left },
    {
      event: 'session.updated',
      actor,
      changes: replaceInvite(tx, sessionId, { inviteTtlMs, makers: makersOf(caller) }),
    },
  );
  await releaseTasksOf(tx, sessionId, agentId, actor);
  await withdrawAsks(tx, { sessionId, agentId }, actor);
  await endHolder(tx, seatOf(sessionId, agentId), actor);
  notifyTokenEnd(tx, sessionId, agentId);
  return { id: agentId, deleted: true };
};
