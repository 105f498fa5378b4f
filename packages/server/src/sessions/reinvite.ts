import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import { newInviteCode } from '../access/invite-code.ts';
import { makersOf } from '../access/makers-of.ts';
import { type Capability, forgetOrigin, inviteOf, recordOrigin } from '../access/origin.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';

/** Replaces the invite code; the event does not contain the code (SES-14). */
export const reinvite = async (tx: Transaction, caller: AgentCaller | ObserverCaller, inviteTtlMs: number) => {
  const { sessionId } = caller;
  const changed = await changeSession(tx, await loadSession(tx, sessionId), {
    event: 'session.updated',
    actor: actorOf(caller),
    changes: replaceInvite(tx, sessionId, { inviteTtlMs, makers: makersOf(caller) }),
    needsRoom: true,
  });
  return { inviteCode: changed.invite_code, inviteExpiresAt: isoTime(changed.invite_expires_at) };
};

/** The columns of a session with a new invite code. */
export const replaceInvite = (
  tx: Transaction,
  sessionId: string,
  { inviteTtlMs, makers }: { inviteTtlMs: number; makers: readonly Capability[] },
) => {
  forgetOrigin(tx, inviteOf(sessionId));
  recordOrigin(tx, inviteOf(sessionId), makers);
  return { invite_code: newInviteCode(), invite_expires_at: tx.now + inviteTtlMs, invite_used_up: 0 };
};
