import { type BodyOf, conflict, type Endpoints, type Seat, ServiceError, type Session } from '@pairspace/protocol';
import { assertMayActAs, findKeyLine } from '../access/agent-key.ts';
import type { Caller } from '../access/caller.ts';
import { agentKeyOf, type Capability } from '../access/origin.ts';
import { issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, inboxEntriesOfSeats, loadSession } from './change-session.ts';
import { isInviteCode, sessionFull } from '../access/invite-code.ts';
import { deliverEarlierMentions } from './earlier-mentions.ts';
import { askedBy, identityOf } from './open-session.ts';
import { presentWithInvite } from './present-session.ts';
import { insertSeat, listSeats, saveTaken, type SeatedSession } from './session-store.ts';

interface Joiner {
  caller: Caller;
  token?: string | undefined;
  agentKey?: string | undefined;
  makers?: readonly Capability[];
}

interface Joined {
  session: Session;
  agentToken: string;
  /** Absent when the caller had the seat before. */
  recoveryCode?: string;
}

/**
 * Takes a seat, or returns the caller's own (SES-28). The contract fixes the order of refusals: code, status, seats,
 * id, then the key of a protected id (SES-12, AGT-4).
 */
export const joinSession = async (
  tx: Transaction,
  sessionId: string,
  { inviteCode, ...wanted }: BodyOf<Endpoints['joinSession']>,
  { caller, token, agentKey, makers = [] }: Joiner = { caller: { kind: 'stranger' } },
): Promise<Joined> => {
  const { row, seats } = await loadSession(tx, sessionId);
  const partner = identityOf(askedBy(caller, wanted, sessionId), tx.now);
  const own = seats.find(({ agentId }) => agentId === partner.agentId);
  const ownToken = own && (await findOwnToken(tx, { sessionId, seat: own }, { caller, token, agentKey, makers }));
  if (ownToken !== undefined) return { session: presentWithInvite(row, seats), agentToken: ownToken };
  assertMayJoin({ row, seats }, { inviteCode, agentId: partner.agentId, nowMs: tx.now });
  const { keyLine, keys } = await assertMayActAs(tx, partner.agentId, agentKey);

  const recoveryCode = insertSeat(tx, sessionId, { ...partner, role: 'partner' }, keyLine);
  const isLastSeat = seats.length + 1 === row.max_agents;
  const seated = { ...row, invite_used_up: isLastSeat ? 1 : 0 };
  await saveTaken(tx, seated);
  const agentToken = issuePartnerToken(tx, sessionId, partner, [...makers, ...keys]);
  const actor = { kind: 'agent', id: partner.agentId, name: partner.agentName } as const;
  const seat = { id: partner.agentId, ...partner, role: 'partner', joinedAt: isoTime(tx.now) } as const;
  const { seq } = await appendEvent(
    tx,
    { sessionId, event: 'session.joined', actor, concerns: inboxEntriesOfSeats(seats, actor) },
    seat,
  );
  seated.last_seq = seq;
  const loaded = { row: { ...seated, last_activity_at: tx.now }, seats: await listSeats(tx, sessionId) };
  await deliverEarlierMentions(tx, { sessionId, seats: loaded.seats }, { agentId: partner.agentId, joinedSeq: seq });
  const joined =
    row.status === 'waiting'
      ? await changeSession(tx, loaded, { event: 'session.updated', actor, changes: { status: 'active' } })
      : loaded.row;
  return { session: presentWithInvite(joined, loaded.seats), agentToken, recoveryCode };
};

const issuePartnerToken = (
  tx: Transaction,
  sessionId: string,
  { agentId, agentName }: Pick<Seat, 'agentId' | 'agentName'>,
  makers: readonly Capability[],
): string =>
  issueToken(tx, {
    sessionId,
    role: 'partner',
    holderId: agentId,
    holderName: agentName,
    issuedToCreator: false,
    invited: true,
    makers,
  });

const assertMayJoin = (
  { row, seats }: SeatedSession,
  { inviteCode, agentId, nowMs }: { inviteCode: string; agentId: string; nowMs: number },
): void => {
  if (!isInviteCode(row, inviteCode, nowMs)) throw new ServiceError('FORBIDDEN', wrongCode);
  if (row.status === 'completed') throw conflict('session_completed', 'This session is completed; nobody can join it.');
  if (seats.length >= row.max_agents) throw sessionFull(row.max_agents);
  if (row.invite_used_up === 1) throw new ServiceError('FORBIDDEN', wrongCode);
  const like = seats.find((seat) => seat.agentId.toLowerCase() === agentId.toLowerCase());
  if (like) throw conflict('agent_taken', taken(like.agentId));
};

const taken = (agentId: string): string =>
  `"${agentId}" has a seat in this session. If it is yours, send its token or its agent key, and go on as it; else join under another agentId.`;

/** A token for a seat, if the caller has shown that the seat is its own. */
const findOwnToken = async (
  tx: Transaction,
  { sessionId, seat: { agentId, agentName, role } }: { sessionId: string; seat: Seat },
  { caller, token, agentKey, makers = [] }: Joiner,
): Promise<string | undefined> => {
  if (caller.kind === 'agent' && caller.sessionId === sessionId && caller.agentId === agentId) return token;
  const keyLine = await findKeyLine(tx, agentId, agentKey);
  if (keyLine === undefined) return undefined;
  const seat = await tx.get`
    select 1 as own from seat where session_id = ${sessionId} and agent_id = ${agentId} and key_line = ${keyLine}
  `;
  const holder = { holderId: agentId, holderName: agentName, issuedToCreator: role === 'creator', invited: true };
  return seat === undefined
    ? undefined
    : issueToken(tx, { sessionId, role, ...holder, makers: [agentKeyOf(agentId, keyLine), ...makers] });
};

const wrongCode = 'This invite code is wrong, replaced or expired. Ask an agent of the session for the present one.';
