import { type BodyOf, conflict, type Endpoints, invalid, type Observer, ServiceError } from '@pairspace/protocol';
import { actingAs, type Caller, isOfSession, type ObserverCaller, type OperatorCaller } from '../access/caller.ts';
import type { Capability } from '../access/origin.ts';
import { issueToken, rightsText } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { isInviteCode } from '../access/invite-code.ts';
import { distinctRights, type ObserverRow, presentObserver } from './observer-row.ts';
import { saveTaken, type SessionRow } from './session-store.ts';

/**
 * Makes the caller an observer: invited with a code or a token of the session, otherwise a walk-in, in public sessions
 * only (SES-21 to SES-23). With rights, the token is for another person, whom the body names and the caller brings in
 * (PPL-1 to PPL-3).
 */
export const observeSession = async (
  tx: Transaction,
  caller: Caller,
  sessionId: string,
  { name: givenName, inviteCode, rights: given = [] }: BodyOf<Endpoints['observeSession']>,
  { maxWalkIns, makers }: { maxWalkIns: number; makers: readonly Capability[] },
): Promise<{ observer: Observer; observerToken: string }> => {
  const { row } = await loadSession(tx, sessionId);
  const name = givenName ?? 'Observer';
  const giver = given.length > 0 ? giverOf(caller, sessionId) : undefined;
  if (giver && givenName === undefined) throw invalid('body.name', 'is needed with rights, for the name of the person');
  const isMember = isOfSession(caller, sessionId);
  const invited =
    giver !== undefined ||
    showsCode(row, inviteCode, tx.now) ||
    (isMember && (caller.kind === 'agent' || caller.invited));
  if (!invited && !isMember && row.visibility === 'private') {
    throw new ServiceError('UNAUTHORIZED', 'This session is private. Send its invite code or a token of it.');
  }
  if (!invited) await assertRoomForWalkIn(tx, sessionId, name, maxWalkIns);
  const added = await addObserver(tx, sessionId, {
    name,
    invited,
    rights: distinctRights(given),
    vouched: giver?.kind === 'operator',
    makers,
  });
  await saveTaken(tx, { ...row, observer_count: row.observer_count + 1 });
  const actor = giver ? actingAs(giver) : ({ kind: 'observer', id: added.observer.id, name } as const);
  await appendEvent(tx, { sessionId, event: 'observer.joined', actor }, added.observer);
  return added;
};

interface NewObserver extends Pick<Observer, 'name' | 'invited' | 'rights' | 'vouched'> {
  makers: readonly Capability[];
}

/** Writes the observer and its token. */
const addObserver = async (
  tx: Transaction,
  sessionId: string,
  { name, invited, rights, vouched, makers }: NewObserver,
): Promise<{ observer: Observer; observerToken: string }> => {
  const row: ObserverRow = {
    id: newId('obv', tx.now),
    name,
    invited: Number(invited),
    rights: rightsText(rights),
    vouched: Number(vouched),
    joined_at: tx.now,
  };
  await tx.run`
    insert into observer (session_id, id, name, invited, rights, vouched, joined_at)
    values (${sessionId}, ${row.id}, ${name}, ${row.invited}, ${row.rights}, ${row.vouched}, ${tx.now})
  `;
  const grant = { sessionId, role: 'observer', issuedToCreator: false, invited, rights, vouched, makers } as const;
  const observerToken = issueToken(tx, { ...grant, holderId: row.id, holderName: name });
  return { observer: presentObserver(row), observerToken };
};

/**
 * The caller, if its token is the operator’s or the observer token of the session’s creation; others may give no rights
 * (PPL-1).
 */
const giverOf = (caller: Caller, sessionId: string): ObserverCaller | OperatorCaller => {
  if (caller.kind === 'operator') return caller;
  if (caller.kind === 'observer' && caller.issuedToCreator && isOfSession(caller, sessionId)) return caller;
  throw new ServiceError('FORBIDDEN', 'Rights need the observer token of the session’s creation, or the operator’s.', {
    details: { reason: 'rights' },
  });
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
