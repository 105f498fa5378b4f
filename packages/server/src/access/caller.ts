import { type Actor, type AgentRole, type Editor, ObserverRight, ServiceError } from '@pairspace/protocol';
import { timingSafeEqual } from 'node:crypto';
import type { Queries } from '../storage/storage.ts';
import { findIdentity, findKeyIdentity, findSeatOfKey, type HeadRow, type IdentityRow } from './identity-row.ts';
import type { SessionHead } from './session-head.ts';
import { rightsOf } from './token.ts';

export interface Stranger {
  kind: 'stranger';
}

export interface AgentCaller {
  kind: 'agent';
  sessionId: string;
  agentId: string;
  agentName: string;
  role: AgentRole;
  issuedToCreator: boolean;
}

export interface ObserverCaller {
  kind: 'observer';
  sessionId: string;
  observerId: string;
  observerName: string;
  /** Whether the token is the observer token of the session's creation. */
  issuedToCreator: boolean;
  /** Whether the observer showed an invite code or a token of the session; false for a walk-in. */
  invited: boolean;
  /** The rights of the observer. The observer token of the session's creation has all rights. */
  rights: readonly ObserverRight[];
  /** Whether the operator gave the rights. */
  vouched: boolean;
  /** Whether the token was obtained with a create key. */
  keyed?: boolean;
}

/** A program that claims jobs of one session. For everything else its token counts as the token of another session. */
export interface WorkerCaller {
  kind: 'worker';
  sessionId: string;
}

/** The worker of this process, with the facts that a claim of a job needs. */
export interface HostWorker {
  /**
   * The identity of the process (`processIdentity`). After a restart the service finds the jobs of the ended process by
   * it.
   */
  holder: string;
  /** Whether there is room for a job of this type and memory now. */
  hasRoom: (type: string, memoryMb: number) => boolean;
}

/** The operator of the service. */
export interface OperatorCaller {
  kind: 'operator';
  /** Set when the worker of this process calls, which uses no token. */
  worker?: HostWorker;
}

/**
 * The agent of a protected profile, identified by its agent key. The caller stands for the agent in all its sessions,
 * and holds a token of none of them (ME-1).
 */
export interface AgentKeyCaller {
  kind: 'agentKey';
  agentId: string;
  agentName: string;
  /** The key line to which the seats of this key belong (ME-2). */
  keyLine: string;
}

/** A caller with a token of a session. */
export type SessionCaller = AgentCaller | ObserverCaller;

/** The caller of a request, by its token. */
export type Caller = Stranger | OperatorCaller | WorkerCaller | AgentKeyCaller | SessionCaller;

const stranger: Stranger = { kind: 'stranger' };
const operator: OperatorCaller = { kind: 'operator' };

/** The caller, and the session of the request. */
export interface Identity {
  caller: Caller;
  /** Undefined when there is no such session, or none was named. */
  session: SessionHead | undefined;
}

interface IdentifyDependencies {
  db: Queries;
  /** Hashes of the operator's tokens: none, one, or two (MOD-14). */
  operatorHashes: readonly string[];
}

/**
 * Returns the caller whose token has this hash, or a stranger without a hash, and the head of the session. A single
 * query finds both, because every request begins with it. An unknown token is UNAUTHORIZED everywhere (ERR-5).
 */
export const identify = async (
  { db, operatorHashes }: IdentifyDependencies,
  hash: string | undefined,
  sessionId: string | undefined,
): Promise<Identity> => {
  const row = await findIdentity(db, hash, sessionId);
  const caller = isAmong(hash, operatorHashes) ? operator : callerOf(row, hash);
  return { caller, session: headOf(row) };
};

/** Like `identify`, for an agent key. */
export const identifyByKey = async (db: Queries, hash: string, sessionId: string | undefined): Promise<Identity> => {
  const row = await findKeyIdentity(db, hash, sessionId);
  const { agent_id: agentId, agent_name: agentName, key_line: keyLine } = row;
  if (agentId === null) throw unknownToken();
  return { caller: { kind: 'agentKey', agentId, agentName, keyLine }, session: headOf(row) };
};

/**
 * Like `identifyByKey`, but returns the agent in the seat that belongs to the key. The holder of the key could recover
 * the seat anyway, so the holder gains nothing (A2A-3).
 */
export const identifySeatByKey = async (
  db: Queries,
  hash: string,
  sessionId: string | undefined,
): Promise<Identity> => {
  const { caller, session } = await identifyByKey(db, hash, sessionId);
  if (caller.kind !== 'agentKey' || !session) return { caller, session };
  const { agentId, keyLine } = caller;
  const seat = await findSeatOfKey(db, { sessionId: session.id, agentId, keyLine });
  if (!seat) return { caller, session };
  const { agent_name: agentName, role } = seat;
  const issuedToCreator = role === 'creator';
  return { caller: { kind: 'agent', sessionId: session.id, agentId, agentName, role, issuedToCreator }, session };
};

const isAmong = (hash: string | undefined, known: readonly string[]): boolean =>
  hash !== undefined && known.filter((one) => timingSafeEqual(Buffer.from(hash), Buffer.from(one))).length > 0;

const headOf = ({
  id,
  status,
  visibility,
  last_seq: lastSeq,
  last_hash: lastHash,
  stored_bytes: storedBytes,
  watched,
}: HeadRow): SessionHead | undefined =>
  id === null ? undefined : { id, status, visibility, lastSeq, lastHash, storedBytes, watched };

/** The refusal of an unknown token, also of a token whose session was deleted after the lookup. */
export const unknownToken = (): ServiceError =>
  new ServiceError('UNAUTHORIZED', 'This token is not known. Send the one that create or join answered.');

const callerOf = (row: IdentityRow, hash: string | undefined): Caller => {
  if (hash === undefined) return stranger;
  if (row.session_id === null) throw unknownToken();
  if (row.role === 'worker') return { kind: 'worker', sessionId: row.session_id };
  const issuedToCreator = row.issued_to_creator === 1;
  if (row.role === 'observer') {
    return {
      kind: 'observer',
      sessionId: row.session_id,
      observerId: row.holder_id,
      observerName: row.holder_name,
      issuedToCreator,
      invited: row.invited === 1,
      rights: issuedToCreator ? ObserverRight.options : rightsOf(row.rights),
      vouched: row.vouched === 1,
      keyed: row.keyed === 1,
    };
  }
  return {
    kind: 'agent',
    sessionId: row.session_id,
    agentId: row.holder_id,
    agentName: row.holder_name,
    role: row.role,
    issuedToCreator,
  };
};

/** Whether the caller has a token of this session. */
export const isOfSession = (caller: Caller, sessionId: string): caller is SessionCaller =>
  (caller.kind === 'agent' || caller.kind === 'observer') && caller.sessionId === sessionId;

/** A walk-in: an observer who came without invite code or token, as anyone may on a public session. */
export const isWalkIn = (caller: Caller): boolean => caller.kind === 'observer' && !caller.invited;

/** Whether the caller is an observer with this right (PPL-1). */
export const hasRight = (caller: Caller, right: ObserverRight): boolean =>
  caller.kind === 'observer' && caller.rights.includes(right);

/** Whether the caller has a token that not everybody can get: an agent's, or an invited observer's. */
export const isMember = (caller: Caller): caller is SessionCaller =>
  caller.kind === 'agent' || (caller.kind === 'observer' && caller.invited);

/** The operator as events name it. */
export const operatorActor = { kind: 'operator', id: 'operator', name: 'Operator' } as const satisfies Actor;

/** Returns a session's caller or the operator as events name them. */
export const actingAs = (caller: SessionCaller | OperatorCaller): Actor =>
  caller.kind === 'operator' ? operatorActor : actorOf(caller);

/** Returns a session's caller as events name it. */
export const actorOf = (caller: SessionCaller): Actor & Editor =>
  caller.kind === 'agent'
    ? { kind: 'agent', id: caller.agentId, name: caller.agentName }
    : { kind: 'observer', id: caller.observerId, name: caller.observerName };

/** The service itself, as events name it. */
export const systemActor: Actor = { kind: 'system', id: 'system', name: 'Pairspace' };
