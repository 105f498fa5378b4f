import type { Client } from '@pairspace/client';
import type { Ask } from '@pairspace/protocol';
import { tokensOf } from './kept-tokens.ts';
import { operatorToken } from './operator.ts';
import { isInHost, stranger } from './service.ts';

/** The person of this tab who may answer an ask, as far as the page knows; the service decides. */
export const answererOf = ({ sessionId, requires }: Pick<Ask, 'sessionId' | 'requires'>): Client | undefined => {
  if (isInHost()) return undefined;
  const { observer } = tokensOf(sessionId);
  const operator = operatorToken();
  const token = requires === 'vouched' ? (operator ?? observer) : (observer ?? operator);
  return token === undefined ? undefined : stranger.withToken(token);
};
