import { type BodyOf, conflict, type Endpoints, ServiceError, type Session } from '@pairspace/protocol';
import { assertMayActAs } from '../access/agent-key.ts';
import type { Capability } from '../access/origin.ts';
import { issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, inboxEntriesOfSeats, loadSession } from './change-session.ts';
import { isInviteCode, sessionFull } from '../access/invite-code.ts';
import { identityOf } from './open-session.ts';
import { presentWithInvite } from './present-session.ts';
import { insertSeat, listSeats, saveTaken, type SeatedSession } from './session-store.ts';

/**
 * Takes a seat. The contract fixes the order of refusals: code, status, seats, id, then the key of a protected id
 * (SES-12, AGT-4).
 */
export const joinSession = async (
  tx: Transaction,
  sessionId: string,
  { inviteCode, ...wanted }: BodyOf<Endpoints['joinSession']>,
  agentKey?: string,
  makers: readonly Capability[] = [],
): Promise<{ session: Session; agentToken: string; recoveryCode: string }> => {
  const { row, seats } = await loadSession(tx, sessionId);
  const partner = identityOf(wanted, tx.now);
  assertMayJoin({ row, seats }, { inviteCode, agentId: partner.agentId, nowMs: tx.now });
  const { keyLine, keys } = await assertMayActAs(tx, partner.agentId, agentKey);

  const recoveryCode = insertSeat(tx, sessionId, { ...partner, role: 'partner' }, keyLine);
  const isLastSeat = seats.length + 1 === row.max_agents;
  const seated = { ...row, invite_used_up: isLastSeat ? 1 : 0 };
  await saveTaken(tx, seated);
  const agentToken = issueToken(tx, {
    sessionId,
    role: 'partner',
    holderId: partner.agentId,
    holderName: partner.agentName,
    issuedToCreator: false,
    invited: true,
    makers: [...makers, ...keys],
  });
  const actor = { kind: 'agent', id: partner.agentId, name: partner.agentName } as const;
  const seat = { id: partner.agentId, ...partner, role: 'partner', joinedAt: isoTime(tx.now) } as const;
  const { seq } = await appendEvent(
    tx,
    { sessionId, event: 'session.joined', actor, concerns: inboxEntriesOfSeats(seats, actor) },
    seat,
  );
  seated.last_seq = seq;
  const loaded = { row: { ...seated, last_activity_at: tx.now }, seats: await listSeats(tx, sessionId) };
  const joined =
    row.status === 'waiting'
      ? await changeSession(tx, loaded, { event: 'session.updated', actor, changes: { status: 'active' } })
      : loaded.row;
  return { session: presentWithInvite(joined, loaded.seats), agentToken, recoveryCode };
};

const assertMayJoin = (
  { row, seats }: SeatedSession,
  { inviteCode, agentId, nowMs }: { inviteCode: string; agentId: string; nowMs: number },
): void => {
  if (!isInviteCode(row, inviteCode, nowMs)) throw new ServiceError('FORBIDDEN', wrongCode);
  if (row.status === 'completed') throw conflict('session_completed', 'This session is completed; nobody can join it.');
  if (seats.length >= row.max_agents) throw sessionFull(row.max_agents);
  if (row.invite_used_up === 1) throw new ServiceError('FORBIDDEN', wrongCode);
  if (seats.some((seat) => seat.agentId === agentId)) {
    throw conflict('agent_in_session', `"${agentId}" is already in this session. Join under another agentId.`);
  }
};

const wrongCode = 'This invite code is wrong, replaced or expired. Ask an agent of the session for the present one.';
