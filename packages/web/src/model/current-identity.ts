import type { Client } from '@pairspace/client';
import type { ObserverRight, ResultOf, Endpoints } from '@pairspace/protocol';
import { tokensOf } from './kept-tokens.ts';
import { agentOf, isInHost, readerOf } from './service.ts';

/** The person of an observer token, or the operator. */
export type Person = NonNullable<ResultOf<Endpoints['listObservers']>['you']>;
export type Agent = ResultOf<Endpoints['whoami']>;

/** The person and the agent whose tokens this tab has for a session. */
export interface CurrentIdentity {
  person: Person | undefined;
  agent: Agent | undefined;
}

const orNobody = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined);

export const personOf = async (client: Client, sessionId: string, signal?: AbortSignal): Promise<Person | undefined> =>
  (await client.listObservers({ sessionId, limit: 1 }, { signal })).you ?? undefined;

/** A token that the service does not know makes its holder nobody. */
export const readCurrentIdentity = async (sessionId: string, signal?: AbortSignal): Promise<CurrentIdentity> => {
  if (isInHost()) return { person: undefined, agent: undefined };
  const { observer } = tokensOf(sessionId);
  const [person, agent] = await Promise.all([
    observer === undefined ? undefined : orNobody(personOf(readerOf(sessionId), sessionId, signal)),
    orNobody(Promise.resolve(agentOf(sessionId)?.whoami({ sessionId }, { signal }))),
  ]);
  return { person, agent };
};

export const hasRight = (identity: CurrentIdentity | undefined, right: ObserverRight): boolean =>
  identity?.person?.rights.includes(right) ?? false;

export const isOperator = (identity: CurrentIdentity | undefined): boolean => identity?.person?.id === 'operator';

/** Whether the reader has what only the creator has: the observer token of creation, or the token of the creator's seat. */
export const isOwner = (identity: CurrentIdentity | undefined): boolean =>
  (identity?.person?.givesRights ?? false) || (identity?.agent?.issuedToCreator ?? false);
