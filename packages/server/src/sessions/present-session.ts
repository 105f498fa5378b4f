import type { Seat, Session } from '@pairspace/protocol';
import type { Caller } from '../access/caller.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { invariant } from '../lib/invariant.ts';
import { maySeeInvite } from './policy.ts';
import type { SessionRow } from './session-store.ts';

/** The session without its secrets, for strangers and events. */
export const presentSession = (row: SessionRow, seats: readonly Seat[]): Session => {
  const [creator, partner] = seats;
  invariant(creator?.role === 'creator', 'the first seat is the creator’s');
  const named = ({ agentId, agentName }: Seat) => ({ agentId, agentName });
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    mode: row.mode,
    visibility: row.visibility,
    creator: named(creator),
    partner: partner ? named(partner) : null,
    agents: [...seats],
    maxAgents: row.max_agents,
    observerCount: row.observer_count,
    metadata: JSON.parse(row.metadata) as Session['metadata'],
    forkedFrom:
      row.forked_from_id === null || row.forked_from_seq === null
        ? null
        : { sessionId: row.forked_from_id, seq: row.forked_from_seq },
    lastSeq: row.last_seq,
    lastActivityAt: isoTime(row.last_activity_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    completedAt: isoTimeOrNull(row.completed_at),
  };
};

/** Chooses how the answer to a change presents the session: the operator never sees an invite code (MOD-1). */
export const presentFor = (caller: Caller): typeof presentWithInvite =>
  maySeeInvite(caller) ? presentWithInvite : presentSession;

/** The session with its invite code. */
export const presentWithInvite = (row: SessionRow, seats: readonly Seat[]): Session => ({
  ...presentSession(row, seats),
  inviteCode: row.invite_code,
  inviteExpiresAt: isoTime(row.invite_expires_at),
});
