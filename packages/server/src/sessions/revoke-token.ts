import { ServiceError } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { seatOf } from '../access/origin.ts';
import { endTokens } from '../access/token.ts';
import type { Transaction } from '../storage/storage.ts';
import { listSeats } from './session-store.ts';
import { appendRevoked } from './token-end.ts';

interface Revoked {
  sessionId: string;
  agentId: string;
  revoked: true;
}

/** Invalidates the caller's own token. Its seat and recovery code stay, so that the agent can recover (SEAT-12). */
export const revokeToken = async (tx: Transaction, caller: AgentCaller): Promise<Revoked> => {
  const { sessionId, agentId } = caller;
  const seat = (await listSeats(tx, sessionId)).find((one) => one.agentId === agentId);
  if (!seat) throw new ServiceError('NOT_FOUND', 'This agent has no seat in the session.');
  await endTokens(tx, seatOf(sessionId, agentId));
  await appendRevoked(tx, sessionId, seat, actorOf(caller));
  return { sessionId, agentId, revoked: true };
};
