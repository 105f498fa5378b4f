import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { newInviteCode } from '../access/invite-code.ts';

/** Replaces the invite code; the event does not contain the code (SES-14). */
export const reinvite = async (tx: Transaction, caller: AgentCaller | ObserverCaller, inviteTtlMs: number) => {
  const changed = await changeSession(tx, await loadSession(tx, caller.sessionId), {
    event: 'session.updated',
    actor: actorOf(caller),
    changes: { invite_code: newInviteCode(), invite_expires_at: tx.now + inviteTtlMs, invite_used_up: 0 },
    needsRoom: true,
  });
  return { inviteCode: changed.invite_code, inviteExpiresAt: isoTime(changed.invite_expires_at) };
};
