import {
  type Actor,
  type BodyOf,
  conflict,
  type Endpoints,
  ServiceError,
  type Session,
  type SessionStatus,
} from '@pairspace/protocol';
import { actingAs, type AgentCaller, type OperatorCaller, type SessionCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { presentFor } from './present-session.ts';
import type { SessionRow } from './session-store.ts';

export interface CompletionParts {
  /** The operation of the slice of asks. */
  withdrawAsks: (tx: Transaction, of: { sessionId: string; agentId?: string }, actor: Actor) => Promise<void>;
}

/** The event for each new status; any other change is `session.updated` (LOG-3). */
const eventOfStatus = {
  waiting: 'session.updated',
  active: 'session.updated',
  paused: 'session.paused',
  completed: 'session.completed',
} as const satisfies Record<SessionStatus, string>;

/**
 * Changes status, name, mode, metadata or seats. A value that stays the same makes no change and no event (SES-7,
 * SES-8).
 */
export const updateSession = (
  tx: Transaction,
  caller: AgentCaller | OperatorCaller,
  sessionId: string,
  { status, name, mode, metadata, maxAgents }: BodyOf<Endpoints['updateSession']>,
  parts: CompletionParts,
): Promise<Session> => {
  const wanted = { status, name, mode, metadata, maxAgents };
  if (caller.kind === 'operator') assertMayModerate(wanted);
  return setSession(tx, caller, sessionId, wanted, parts);
};

/** Like `updateSession`, for endpoints whose callers may all make these changes. */
export const setSession = async (
  tx: Transaction,
  caller: SessionCaller | OperatorCaller,
  sessionId: string,
  { status, name, mode, metadata, maxAgents }: BodyOf<Endpoints['updateSession']>,
  { withdrawAsks }: CompletionParts,
): Promise<Session> => {
  const loaded = await loadSession(tx, sessionId);
  const { row, seats } = loaded;
  const present = presentFor(caller);
  const wanted = { status, name, mode, metadata: metadata && JSON.stringify(metadata), max_agents: maxAgents };
  const changes = differences(row, wanted);
  if (Object.keys(changes).length === 0) return present(row, seats);
  if (changes.max_agents !== undefined) {
    assertMaySeat(caller, changes.max_agents, seats.length);
    // The code of a full session is used up; after an increase of seats the same code is valid again.
    changes.invite_used_up = seats.length < changes.max_agents ? 0 : 1;
  }
  if (changes.status) changes.completed_at = changes.status === 'completed' ? tx.now : null;
  if (changes.status === 'completed') await withdrawAsks(tx, { sessionId }, actingAs(caller));
  const event = changes.status ? eventOfStatus[changes.status] : 'session.updated';
  const needsRoom = !endsOrHolds(row.status, changes);
  return present(await changeSession(tx, loaded, { event, actor: actingAs(caller), changes, needsRoom }), seats);
};

/**
 * Completing or pausing a session is possible even if its log is full (CAP-19). Other changes could be repeated without
 * end.
 */
const endsOrHolds = (before: SessionStatus, { status, ...others }: Partial<SessionRow>): boolean => {
  if (['name', 'mode', 'metadata', 'max_agents'].some((field) => field in others)) return false;
  return status === 'completed' || (status === 'paused' && before !== 'completed');
};

/** The operator may only complete or pause a session (MOD-3). */
const assertMayModerate = ({ status, ...others }: BodyOf<Endpoints['updateSession']>): void => {
  const isEmpty = Object.values(others).every((value) => value === undefined);
  if (isEmpty && (status === undefined || status === 'paused' || status === 'completed')) return;
  throw new ServiceError('FORBIDDEN', 'The operator’s token pauses and completes a session, and changes nothing else.');
};

/**
 * Among agents, only the creator changes the number of seats. Nobody sets it below the number of taken seats (SES-25,
 * SEAT-14).
 */
const assertMaySeat = (caller: SessionCaller | OperatorCaller, wanted: number, taken: number): void => {
  if (caller.kind === 'agent' && !caller.issuedToCreator) {
    throw new ServiceError('FORBIDDEN', 'Only the creator’s agent token changes the number of seats.');
  }
  if (wanted >= taken) return;
  throw conflict(
    'seats_taken',
    `${String(taken)} seats are taken. Remove an agent first, or ask for at least as many.`,
  );
};

type Settable = Pick<SessionRow, 'status' | 'name' | 'mode' | 'metadata' | 'max_agents'>;

const differences = (
  row: SessionRow,
  wanted: { [K in keyof Settable]: Settable[K] | undefined },
): Partial<SessionRow> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== row[key as keyof Settable]),
  );
