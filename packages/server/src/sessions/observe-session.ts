import { type BodyOf, type Endpoints, type Observer, ServiceError } from '@pairspace/protocol';
import { type Caller, isOfSession } from '../access/caller.ts';
import { issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { isInviteCode } from '../access/invite-code.ts';
import { saveSession, type SessionRow } from './session-store.ts';

/** Becomes an observer: invited with a code or a token of the session, else a walk-in, on public sessions alone (SES-21 to SES-23). */
export const observeSession = async (
  tx: Transaction,
  caller: Caller,
  sessionId: string,
  { name = 'Observer', inviteCode }: BodyOf<Endpoints['observeSession']>,
): Promise<{ observer: Observer; observerToken: string }> => {
  const { row } = await loadSession(tx, sessionId);
  const isMember = isOfSession(caller, sessionId);
  const invited = showsCode(row, inviteCode, tx.now) || (isMember && (caller.kind === 'agent' || caller.invited));
  if (!invited && !isMember && row.visibility === 'private') {
    throw new ServiceError('UNAUTHORIZED', 'This session is private; its invite code or a token of it is needed.');
  }
  const observer: Observer = { id: newId('obv', tx.now), name, joinedAt: isoTime(tx.now), invited };
  await tx.run`
    insert into observer (session_id, id, name, invited, joined_at)
    values (${sessionId}, ${observer.id}, ${name}, ${Number(invited)}, ${tx.now})
  `;
  await saveSession(tx, { ...row, observer_count: row.observer_count + 1 });
  const observerToken = await issueToken(tx, {
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

const showsCode = (row: SessionRow, inviteCode: string | undefined, now: number): boolean => {
  if (inviteCode === undefined) return false;
  if (isInviteCode(row, inviteCode, now) && row.invite_used_up === 0) return true;
  throw new ServiceError('FORBIDDEN', 'This invite code is wrong, replaced, used up or expired.');
};
