import type { Client } from '@pairspace/client';
import type { ObserverRight, ResultOf, Endpoints } from '@pairspace/protocol';
import { keepReading } from '../lib/keep-reading.ts';
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

export const personOf = async (client: Client, sessionId: string, signal?: AbortSignal): Promise<Person | undefined> =>
  (await client.listObservers({ sessionId, limit: 1 }, { signal })).you ?? undefined;

/** Reads the identities of the tokens in this tab. A refused token counts as no token. */
export const readCurrentIdentity = async (sessionId: string, signal: AbortSignal): Promise<CurrentIdentity> => {
  if (isInHost()) return { person: undefined, agent: undefined };
  const { observer } = tokensOf(sessionId);
  const [person, agent] = await Promise.all([
    observer === undefined ? undefined : keepReading(() => personOf(readerOf(sessionId), sessionId, signal), signal),
    keepReading(async () => agentOf(sessionId)?.whoami({ sessionId }, { signal }), signal),
  ]);
  return { person, agent };
};

export const hasRight = (identity: CurrentIdentity | undefined, right: ObserverRight): boolean =>
  identity?.person?.rights.includes(right) ?? false;

export const isOperator = (identity: CurrentIdentity | undefined): boolean => identity?.person?.id === 'operator';

/** Whether the tab has the observer token of creation, the token of the creator's seat, or the operator's token. */
export const isOwner = (identity: CurrentIdentity | undefined): boolean =>
  (identity?.person?.givesRights ?? false) || (identity?.agent?.issuedToCreator ?? false);
