import { type Access, type Creation, ServiceError } from '@pairspace/protocol';
import {
  type AgentCaller,
  type AgentKeyCaller,
  type Caller,
  hasRight,
  isMember,
  isOfSession,
  isWalkIn,
  type ObserverCaller,
  type OperatorCaller,
  type SessionCaller,
  type WorkerCaller,
} from './caller.ts';
import type { SessionHead } from './session-head.ts';

/** The callers that each rule lets through. */
export interface Admitted {
  anyone: Caller;
  reader: Caller;
  agent: AgentCaller;
  agentOrOperator: AgentCaller | OperatorCaller;
  noteEditor: SessionCaller;
  inviter: SessionCaller;
  creator: SessionCaller;
  creatorOrOperator: SessionCaller | OperatorCaller;
  remover: SessionCaller;
  person: ObserverCaller | OperatorCaller;
  speaker: ObserverCaller | OperatorCaller;
  answerer: ObserverCaller | OperatorCaller;
  steerer: ObserverCaller | OperatorCaller;
  webhookOwner: Caller;
  worker: WorkerCaller | OperatorCaller;
  operator: OperatorCaller;
  agentKey: AgentKeyCaller;
  agentKeyOrOperator: AgentKeyCaller | OperatorCaller;
}

/** Rules that require a role in the session that the path names. */
type SessionAccess = Exclude<Access, 'anyone' | 'webhookOwner' | 'worker' | ServiceAccess>;
/** Rules of endpoints that belong to no session. */
type ServiceAccess = 'operator' | 'agentKey' | 'agentKeyOrOperator';
/** Rules that check the caller. */
type Refusing = Exclude<Access, 'anyone' | 'webhookOwner'>;

/** The members of the session that a rule admits. A reader's rule requires only membership. */
const admitsMember: Record<SessionAccess, (caller: SessionCaller) => boolean> = {
  reader: () => true,
  agent: (caller) => caller.kind === 'agent',
  agentOrOperator: (caller) => caller.kind === 'agent',
  noteEditor: (caller) => caller.kind === 'agent' || caller.invited,
  inviter: (caller) => caller.kind === 'agent' || hasRight(caller, 'steer'),
  creator: (caller) => caller.issuedToCreator,
  creatorOrOperator: (caller) => caller.issuedToCreator,
  remover: (caller) => caller.issuedToCreator || hasRight(caller, 'steer'),
  person: (caller) => caller.kind === 'observer' && caller.issuedToCreator,
  speaker: (caller) => hasRight(caller, 'speak'),
  answerer: (caller) => hasRight(caller, 'answer'),
  steerer: (caller) => hasRight(caller, 'steer'),
};

/** Rules that admit the operator in every session (MOD-1, MOD-3). */
const admitsOperator: ReadonlySet<Access> = new Set<Access>([
  'reader',
  'agentOrOperator',
  'creatorOrOperator',
  'person',
  'speaker',
  'answerer',
  'steerer',
  'worker',
  'operator',
  'agentKeyOrOperator',
]);

const refusal: Record<Refusing, string> = {
  reader: 'This session is private; a token of it is needed.',
  agent: 'An agent token of this session is needed.',
  agentOrOperator: 'An agent token of this session is needed, or the operator’s token.',
  noteEditor: 'An agent token of this session is needed, or an observer token that was issued with an invite.',
  inviter:
    'An agent token of this session is needed, the observer token of its creation, or an observer token that may steer.',
  creator: 'The creator’s token is needed.',
  creatorOrOperator: 'The creator’s token is needed, or the operator’s token.',
  remover: 'The creator’s token is needed, or an observer token that may steer.',
  person: 'The observer token of the session’s creation is needed, or the operator’s token.',
  speaker: 'The observer token of the session’s creation is needed, one that may speak, or the operator’s token.',
  answerer: 'The observer token of the session’s creation is needed, one that may answer, or the operator’s token.',
  steerer: 'The observer token of the session’s creation is needed, one that may steer, or the operator’s token.',
  worker: 'The worker token of this session is needed, or the operator’s token.',
  operator: 'The operator’s token is needed.',
  agentKey: 'An agent key is needed, as "Authorization: Bearer agk_…".',
  agentKeyOrOperator: 'The agent key of this agent is needed, or the operator’s token.',
};

/**
 * The only guard: every endpoint calls it, and it refuses a caller that no rule admits. The refusal is UNAUTHORIZED
 * without a token, and FORBIDDEN with a token that does not suffice (ACC-8 to ACC-13, JOB-25). Returns the caller as
 * the session sees it.
 */
export const admit = <A extends Access>(access: A, caller: Caller, session: SessionHead | undefined): Admitted[A] =>
  decide(access, caller, session) as Admitted[A];

/** On a closed service, admits a caller that has a create key or needs none (MOD-9). */
export const admitCreation = (creates: Creation, caller: Caller, createKeyId: string | undefined): void => {
  if (creates === 'observers' || caller.kind === 'operator' || createKeyId !== undefined) return;
  // A token of a session suffices for entities that say something about others.
  if ((creates === 'ratings' || creates === 'webhooks') && isMember(caller)) return;
  throw needsCreateKey(caller);
};

export const needsCreateKey = (caller: Caller): ServiceError =>
  new ServiceError(
    caller.kind === 'stranger' ? 'UNAUTHORIZED' : 'FORBIDDEN',
    'A key is needed, which the operator of this service gives, to send as X-Create-Key.',
    { details: { reason: 'create_key' } },
  );

/**
 * Whether the caller's own token suffices on a service where readers need a key (MOD-13). Anyone can get a walk-in's
 * token, so it does not suffice unless it was obtained with a create key.
 */
export const readsByToken = (caller: Caller, session: SessionHead | undefined): boolean => {
  if (caller.kind === 'operator' || caller.kind === 'agentKey') return true;
  if (caller.kind !== 'agent' && caller.kind !== 'observer') return false;
  if (session && !isOfSession(caller, session.id)) return false;
  return !isWalkIn(caller) || (caller.kind === 'observer' && caller.keyed === true);
};

export const needsReaderKey = (): ServiceError =>
  new ServiceError(
    'UNAUTHORIZED',
    'Reading needs a token of the session, or a key from the operator of this service.',
    {
      details: { reason: 'key' },
    },
  );

const decide = (access: Access, given: Caller, session: SessionHead | undefined): Caller => {
  // A walk-in's token, which anyone could get while the session was public, is void while the session is private
  // (NET-19).
  const caller: Caller =
    session?.visibility === 'private' && isWalkIn(given) && isOfSession(given, session.id)
      ? { kind: 'stranger' }
      : given;
  // The owner of a webhook is stored in its row, so the operations check the owner.
  if (access === 'anyone' || access === 'webhookOwner') return caller;
  if (!isOfService(access) && !session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  if (isAdmitted(access, caller, session)) return caller;
  if (access === 'reader' && session?.visibility === 'public') return { kind: 'stranger' };
  throw new ServiceError(caller.kind === 'stranger' ? 'UNAUTHORIZED' : 'FORBIDDEN', refusal[access]);
};

const isOfService = (access: Access): access is ServiceAccess =>
  access === 'operator' || access === 'agentKey' || access === 'agentKeyOrOperator';

const isAdmitted = (access: Refusing, caller: Caller, session: SessionHead | undefined): boolean => {
  if (caller.kind === 'operator') return admitsOperator.has(access);
  if (isOfService(access)) return access !== 'operator' && caller.kind === 'agentKey';
  if (!session) return false;
  if (access === 'worker') return caller.kind === 'worker' && caller.sessionId === session.id;
  return isOfSession(caller, session.id) && admitsMember[access](caller);
};
