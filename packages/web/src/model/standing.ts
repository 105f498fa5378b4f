import type { Client } from '@pairspace/client';
import type { ObserverRight, ResultOf, Endpoints } from '@pairspace/protocol';
import { tokensOf } from './kept-tokens.ts';
import { agentOf, isInHost, readerOf } from './service.ts';

/** The person of an observer token, or the operator. */
export type Person = NonNullable<ResultOf<Endpoints['listObservers']>['you']>;
export type Agent = ResultOf<Endpoints['whoami']>;

/** The reader of this tab in a session, by the tokens that the tab has of it, as the service says. */
export interface Standing {
  person: Person | undefined;
  agent: Agent | undefined;
}

const orNobody = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined);

export const personOf = async (client: Client, sessionId: string, signal?: AbortSignal): Promise<Person | undefined> =>
  (await client.listObservers({ sessionId, limit: 1 }, { signal })).you ?? undefined;

/** A token that the service does not know makes its holder nobody. */
export const readStanding = async (sessionId: string, signal?: AbortSignal): Promise<Standing> => {
  if (isInHost()) return { person: undefined, agent: undefined };
  const { observer } = tokensOf(sessionId);
  const [person, agent] = await Promise.all([
    observer === undefined ? undefined : orNobody(personOf(readerOf(sessionId), sessionId, signal)),
    orNobody(Promise.resolve(agentOf(sessionId)?.whoami({ sessionId }, { signal }))),
  ]);
  return { person, agent };
};

export const hasRight = (standing: Standing | undefined, right: ObserverRight): boolean =>
  standing?.person?.rights.includes(right) ?? false;

export const isOperator = (standing: Standing | undefined): boolean => standing?.person?.id === 'operator';

/** Whether the reader has what only the creator has: the observer token of creation, or the token of the creator's seat. */
export const isOwner = (standing: Standing | undefined): boolean =>
  (standing?.person?.givesRights ?? false) || (standing?.agent?.issuedToCreator ?? false);
