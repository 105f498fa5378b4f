import type { BodyOf, Endpoints } from '@pairspace/protocol';
import type { ObserverCaller, OperatorCaller } from '../access/caller.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import type { Conversation } from './conversation.ts';
import { findReplied } from './referred.ts';
import { sayToSeats } from './say-to-seats.ts';

/**
 * Posts a message as a person who may speak (SEAT-10). An observer that joined speaks under the name of its token
 * (PPL-4).
 */
export const postHumanMessage = async (
  tx: Transaction,
  conversation: Conversation,
  caller: ObserverCaller | OperatorCaller,
  { name: given, ...message }: BodyOf<Endpoints['postHumanMessage']>,
): Promise<JsonText> => {
  const replied = await findReplied(tx, conversation.end.head.id, message.replyTo);
  const name = caller.kind === 'observer' && !caller.issuedToCreator ? caller.observerName : given;
  const id = caller.kind === 'observer' ? caller.observerId : 'operator';
  const author = { actor: { kind: 'observer', id, name }, role: 'observer' } as const;
  return sayToSeats(tx, conversation, author, message, replied);
};
