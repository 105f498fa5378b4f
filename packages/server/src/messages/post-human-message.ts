import type { BodyOf, Endpoints } from '@pairspace/protocol';
import type { ObserverCaller, OperatorCaller } from '../access/caller.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import { getOpenSessionWithSeats } from './open-session-with-seats.ts';
import { findReplied } from './referred.ts';
import { sayToSeats } from './say-to-seats.ts';

/** Posts a message as a person: with the observer token of the session's creation, or as the operator (SEAT-10). */
export const postHumanMessage = async (
  tx: Transaction,
  caller: ObserverCaller | OperatorCaller,
  sessionId: string,
  { name, ...message }: BodyOf<Endpoints['postHumanMessage']>,
): Promise<JsonText> => {
  const { head, seats } = await getOpenSessionWithSeats(tx, sessionId);
  const replied = await findReplied(tx, sessionId, message.replyTo);
  const id = caller.kind === 'observer' ? caller.observerId : 'operator';
  const author = { actor: { kind: 'observer', id, name }, role: 'observer' } as const;
  return sayToSeats(tx, head, author, message, { seats, replied });
};
