import type { BodyOf, Endpoints, Message } from '@pairspace/protocol';
import type { ObserverCaller, OperatorCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendMessage } from './append-message.ts';
import { findReplied, listSeatIds, mentionedAgents } from './referred.ts';

/** Says something as a person: whoever holds the observer token of the session's creation, or the operator (SEAT-10). */
export const postHumanMessage = async (
  tx: Transaction,
  caller: ObserverCaller | OperatorCaller,
  sessionId: string,
  { name, content, msgType, replyTo }: BodyOf<Endpoints['postHumanMessage']>,
): Promise<Message> => {
  const head = await getOpenSession(tx, sessionId);
  const [seats, replied] = await Promise.all([listSeatIds(tx, sessionId), findReplied(tx, sessionId, replyTo)]);
  const mentions = mentionedAgents(content, seats);
  const id = caller.kind === 'observer' ? caller.observerId : 'operator';
  const author = { actor: { kind: 'observer', id, name }, role: 'observer' } as const;
  return appendMessage(tx, head, author, { content, msgType, replyTo, mentions, replied, seats });
};
