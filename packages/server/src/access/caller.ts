import { type Actor, type AgentRole, type Editor, ServiceError } from '@pairspace/protocol';
import { timingSafeEqual } from 'node:crypto';
import type { Queries } from '../storage/storage.ts';
import { tokenHash, type TokenRole } from './token.ts';

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
  /** This is the observer token of the session's creation. */
  issuedToCreator: boolean;
  /** Not a walk-in. */
  invited: boolean;
}

/** Whoever runs the service. */
export interface OperatorCaller {
  kind: 'operator';
}

/** A caller with a token of a session. */
export type SessionCaller = AgentCaller | ObserverCaller;

/** Who makes a request, as far as its token tells. */
export type Caller = Stranger | OperatorCaller | SessionCaller;

const stranger: Stranger = { kind: 'stranger' };

interface TokenRow {
  session_id: string;
  role: TokenRole;
  holder_id: string;
  holder_name: string;
  issued_to_creator: number;
  invited: number;
}

interface Known {
  db: Queries;
  /** Hash of the operator's token, if there is one. */
  operatorHash: string | undefined;
}

/** The caller that a token stands for; a stranger without one. A token that is not known is UNAUTHORIZED everywhere. */
export const identifyCaller = async ({ db, operatorHash }: Known, token: string | undefined): Promise<Caller> => {
  if (token === undefined) return stranger;
  if (operatorHash !== undefined && isHashOf(operatorHash, token)) return { kind: 'operator' };
  const row = await db.get<TokenRow>`
    select session_id, role, holder_id, holder_name, issued_to_creator, invited
    from token where hash = ${tokenHash(token)}
  `;
  if (!row)
    throw new ServiceError('UNAUTHORIZED', 'This token is not known. Send the one that create or join answered.');
  const issuedToCreator = row.issued_to_creator === 1;
  if (row.role === 'observer') {
    return {
      kind: 'observer',
      sessionId: row.session_id,
      observerId: row.holder_id,
      observerName: row.holder_name,
      issuedToCreator,
      invited: row.invited === 1,
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

/** The service itself, as events name it. */
export const systemActor: Actor = { kind: 'system', id: 'system', name: 'Pairspace' };
const isHashOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(tokenHash(token)));

/** Whether the caller has a token of this session. */
export const isOfSession = (caller: Caller, sessionId: string): caller is SessionCaller =>
  (caller.kind === 'agent' || caller.kind === 'observer') && caller.sessionId === sessionId;

/** The caller as events name it. */
export const actorOf = (caller: SessionCaller): Actor & Editor =>
  caller.kind === 'agent'
    ? { kind: 'agent', id: caller.agentId, name: caller.agentName }
    : { kind: 'observer', id: caller.observerId, name: caller.observerName };
