import type { Client } from '@pairspace/client';
import type { Ask } from '@pairspace/protocol';
import { operatorToken } from './operator.ts';
import { isInHost, readerOf, stranger } from './service.ts';
import { hasRight, type CurrentIdentity } from './current-identity.ts';

interface Answerer {
  client: Client;
  /** Whether the operator answers because the person of this tab may not. */
  isOperator: boolean;
}

/** The client with which this tab may answer an ask: that of a person, or else the operator's. The service decides. */
export const answererOf = (
  { sessionId, requires }: Pick<Ask, 'sessionId' | 'requires'>,
  identity: CurrentIdentity | undefined,
): Answerer | undefined => {
  if (isInHost()) return undefined;
  const isVouched = identity?.person?.vouched ?? false;
  if (hasRight(identity, 'answer') && (requires === 'token' || isVouched))
    return { client: readerOf(sessionId), isOperator: false };
  const operator = operatorToken();
  return operator === undefined ? undefined : { client: stranger.withToken(operator), isOperator: true };
};

/** Says why nobody in this tab may answer an ask. */
export const whyNotAnswered = ({ requires }: Pick<Ask, 'requires'>, identity: CurrentIdentity | undefined): string => {
  if (requires === 'vouched') return 'Only the operator answers this, and people for whom the operator vouches.';
  return identity?.person === undefined
    ? 'Who may answer opens the session with their own link.'
    : 'Your link does not answer asks.';
};
