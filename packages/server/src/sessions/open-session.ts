import { ServiceError, type Session, type Visibility } from '@pairspace/protocol';
import { assertMayActAs } from '../access/agent-key.ts';
import type { Caller } from '../access/caller.ts';
import { type Capability, inviteOf, recordOrigin, seatOf } from '../access/origin.ts';
import { issueToken } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { chainStart } from '../events/event-hash.ts';
import { hasOpenWebhook } from '../events/queue-deliveries.ts';
import { isoTime } from '../lib/clock.ts';
import { newAgentId, newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { newInviteCode } from '../access/invite-code.ts';
import { presentSession, presentWithInvite } from './present-session.ts';
import { insertSeat, insertSession, type SessionRow } from './session-store.ts';

export interface NewSession {
  name: string;
  agentId?: string | undefined;
  agentName?: string | undefined;
  visibility: Visibility;
  mode: Session['mode'];
  maxAgents: number;
  metadata: Session['metadata'];
  forkedFrom?: Session['forkedFrom'];
  /** 1 for the fork of a session whose log nothing proves. */
  unprovenSeq?: number;
  inviteTtlMs: number;
  agentKey?: string | undefined;
  /** The makers of the session (MOD-16). */
  makers?: readonly Capability[] | undefined;
}

export interface OpenedSession {
  session: Session;
  agentToken: string;
  observerToken: string;
  recoveryCode: string;
}

interface RequestedIdentity {
  agentId?: string | undefined;
  agentName?: string | undefined;
}

/**
 * The identity that a caller asks for: that of its agent key, or of its token in this session, unless the body names
 * another (ME-3, SES-28).
 */
export const askedBy = <T extends RequestedIdentity>(caller: Caller, asked: T, sessionId?: string): T =>
  (caller.kind === 'agentKey' || (caller.kind === 'agent' && caller.sessionId === sessionId)) &&
  (asked.agentId ?? caller.agentId) === caller.agentId
    ? { ...asked, agentId: caller.agentId, agentName: asked.agentName ?? caller.agentName }
    : asked;

/** An agent that gives no id gets one. */
export const identityOf = ({ agentId, agentName }: RequestedIdentity, nowMs: number) => {
  const id = agentId ?? newAgentId(nowMs);
  return { agentId: id, agentName: agentName ?? id };
};

/** Makes a session with its first seat, its invite and two tokens. Creation and fork share this part. */
export const openSession = async (tx: Transaction, wanted: NewSession): Promise<OpenedSession> => {
  const creator = identityOf(wanted, tx.now);
  if (wanted.visibility === 'public') assertProven(wanted.unprovenSeq ?? 0);
  const { hasProfile, keyLine, keys } =
    wanted.agentId === undefined
      ? { hasProfile: false, keyLine: null, keys: [] }
      : await assertMayActAs(tx, creator.agentId, wanted.agentKey);
  const isWatched = await hasOpenWebhook(tx);
  const row = newSession(wanted, newId('ses', tx.now), tx.now);
  insertSession(tx, row);
  const recoveryCode = insertSeat(tx, row.id, { ...creator, role: 'creator' }, keyLine);
  const makers = [...(wanted.makers ?? []), ...keys];
  const seats = [{ ...creator, role: 'creator', joinedAt: isoTime(tx.now) } as const];
  const agentToken = issueToken(tx, {
    sessionId: row.id,
    role: 'creator',
    holderId: creator.agentId,
    holderName: creator.agentName,
    issuedToCreator: true,
    invited: true,
    makers,
  });
  recordOrigin(tx, inviteOf(row.id), [seatOf(row.id, creator.agentId)]);
  const observerToken = issueOverseerToken(tx, row.id, makers);
  const actor = { kind: 'agent', id: creator.agentId, name: creator.agentName } as const;
  const head = {
    id: row.id,
    status: row.status,
    visibility: row.visibility,
    lastSeq: 0,
    lastHash: row.last_hash,
    storedBytes: 0,
    watched: isWatched ? 1 : null,
  } as const;
  const change = { sessionId: row.id, event: 'session.created', actor, head, isNewAgent: !hasProfile } as const;
  const { seq } = await appendEvent(tx, change, presentSession(row, seats));
  row.last_seq = seq;
  return { session: { ...presentWithInvite(row, seats), observerToken }, agentToken, observerToken, recoveryCode };
};

/** Refuses to make public what may be invented: a log that no known key has signed (IMP-15). */
export const assertProven = (unprovenSeq: number): void => {
  if (unprovenSeq === 0) return;
  throw new ServiceError(
    'FORBIDDEN',
    'The log of this session was imported without a checkpoint of this service, so it stays private.',
    { details: { reason: 'unproven' } },
  );
};

/** Makes the observer token of a session’s creation. */
export const issueOverseerToken = (tx: Transaction, sessionId: string, makers: readonly Capability[]): string =>
  issueToken(tx, {
    sessionId,
    role: 'observer',
    holderId: newId('obv', tx.now),
    holderName: 'Observer',
    issuedToCreator: true,
    invited: true,
    makers,
  });

/** The row of a new session, whose log has no event yet. */
export const newSession = (wanted: NewSession, id: string, nowMs: number): SessionRow => ({
  id,
  name: wanted.name,
  status: 'waiting',
  mode: wanted.mode,
  visibility: wanted.visibility,
  max_agents: wanted.maxAgents,
  observer_count: 0,
  metadata: JSON.stringify(wanted.metadata),
  forked_from_id: wanted.forkedFrom?.sessionId ?? null,
  forked_from_seq: wanted.forkedFrom?.seq ?? null,
  last_seq: 0,
  last_hash: chainStart(id),
  last_activity_at: nowMs,
  stored_bytes: 0,
  created_at: nowMs,
  updated_at: nowMs,
  completed_at: null,
  invite_code: newInviteCode(),
  invite_expires_at: nowMs + wanted.inviteTtlMs,
  invite_used_up: 0,
  imported_at: null,
  unproven_seq: wanted.unprovenSeq ?? 0,
});
