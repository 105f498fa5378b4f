import { type BodyOf, conflict, type Endpoints, invalid, type Observer, ServiceError } from '@pairspace/protocol';
import { type Caller, isOfSession } from '../access/caller.ts';
import { issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { isInviteCode } from '../access/invite-code.ts';
import { saveTaken, type SessionRow } from './session-store.ts';

/**
 * Makes the caller an observer: invited with a code or a token of the session, otherwise a walk-in, in public sessions
 * only (SES-21 to SES-23).
 */
export const observeSession = async (
  tx: Transaction,
  caller: Caller,
  sessionId: string,
  { name = 'Observer', inviteCode }: BodyOf<Endpoints['observeSession']>,
  maxWalkIns: number,
): Promise<{ observer: Observer; observerToken: string }> => {
  const { row } = await loadSession(tx, sessionId);
  const isMember = isOfSession(caller, sessionId);
  const invited = showsCode(row, inviteCode, tx.now) || (isMember && (caller.kind === 'agent' || caller.invited));
  if (!invited && !isMember && row.visibility === 'private') {
    throw new ServiceError('UNAUTHORIZED', 'This session is private. Send its invite code or a token of it.');
  }
  if (!invited) await assertRoomForWalkIn(tx, sessionId, name, maxWalkIns);
  const observer: Observer = { id: newId('obv', tx.now), name, joinedAt: isoTime(tx.now), invited };
  await tx.run`
    insert into observer (session_id, id, name, invited, joined_at)
    values (${sessionId}, ${observer.id}, ${name}, ${Number(invited)}, ${tx.now})
  `;
  await saveTaken(tx, { ...row, observer_count: row.observer_count + 1 });
  const observerToken = issueToken(tx, {
    sessionId,
    role: 'observer',
    holderId: observer.id,
    holderName: name,
    issuedToCreator: false,
    invited,
  });
  const actor = { kind: 'observer', id: observer.id, name } as const;
  await appendEvent(tx, { sessionId, event: 'observer.joined', actor }, observer);
  return { observer, observerToken };
};

const walkInNameCharacters = 80;

/** Anyone may become a walk-in, and each one takes an event, so their number is limited (NET-18). */
const assertRoomForWalkIn = async (tx: Transaction, sessionId: string, name: string, max: number): Promise<void> => {
  if (Array.from(name).length > walkInNameCharacters) {
    throw invalid('body.name', `must be at most ${String(walkInNameCharacters)} characters without an invite code`);
  }
  const row = await tx.get<{ present: number }>`
    select count(*) as present from observer where session_id = ${sessionId} and invited = 0
  `;
  if ((row?.present ?? 0) < max) return;
  throw conflict(
    'limit_reached',
    `A session has at most ${String(max)} observers that came without an invite code. Reading needs no token.`,
  );
};

const showsCode = (row: SessionRow, inviteCode: string | undefined, now: number): boolean => {
  if (inviteCode === undefined) return false;
  if (isInviteCode(row, inviteCode, now) && row.invite_used_up === 0) return true;
  throw new ServiceError('FORBIDDEN', 'This invite code is wrong, replaced, used up or expired.');
};
