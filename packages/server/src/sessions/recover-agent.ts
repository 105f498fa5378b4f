import { ServiceError, type Session } from '@pairspace/protocol';
import { endTokens, issueToken, newRecoveryCode, tokenHash } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { inboxTopic } from '../events/inbox-entry.ts';
import type { Transaction } from '../storage/storage.ts';
import { inboxEntriesOfSeats, loadSession } from './change-session.ts';
import { presentWithInvite } from './present-session.ts';

interface Recovered {
  session: Session;
  agentToken: string;
  recoveryCode: string;
}

/**
 * Gives an agent a new token and a new code in exchange for its last code; the old ones become invalid (SEAT-2,
 * SEAT-3).
 */
export const recoverAgent = async (tx: Transaction, sessionId: string, code: string): Promise<Recovered> => {
  const { row, seats } = await loadSession(tx, sessionId);
  const found = await tx.get<{ agentId: string }>`
    select agent_id as "agentId" from seat where session_id = ${sessionId} and recovery_hash = ${tokenHash(code)}
  `;
  const seat = seats.find(({ agentId }) => agentId === found?.agentId);
  if (!seat) {
    throw new ServiceError(
      'FORBIDDEN',
      'This recovery code is wrong, or was used. The answer to its use contained a new one.',
    );
  }
  const { agentId, agentName, role } = seat;
  await endTokens(tx, { sessionId, holderId: agentId, kind: 'agent' });
  const recoveryCode = newRecoveryCode();
  await tx.run`
    update seat set recovery_hash = ${tokenHash(recoveryCode)} where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  const agentToken = issueToken(tx, {
    sessionId,
    role,
    holderId: agentId,
    holderName: agentName,
    issuedToCreator: role === 'creator',
    invited: true,
  });
  const actor = { kind: 'agent', id: agentId, name: agentName } as const;
  const change = { sessionId, event: 'agent.recovered', actor, concerns: inboxEntriesOfSeats(seats, actor) } as const;
  row.last_seq = (await appendEvent(tx, change, { id: agentId, ...seat })).seq;
  row.last_activity_at = tx.now;
  tx.notify(inboxTopic(sessionId, agentId));
  return { session: presentWithInvite(row, seats), agentToken, recoveryCode };
};
