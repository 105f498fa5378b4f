import type { BodyOf, Endpoints, Message } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendMessage } from './append-message.ts';
import { findReplied, listSeatIds, mentionedAgents } from './referred.ts';
import { refuseLoop } from './refuse-loop.ts';

interface MessageRules {
  /** Refuse empty messages in a row (LOOP-1). */
  loopGuard: boolean;
}

/** Says something in a session, as an agent. */
export const postMessage = async (
  tx: Transaction,
  caller: AgentCaller,
  { content, msgType, replyTo, metadata }: BodyOf<Endpoints['postMessage']>,
  { loopGuard = false }: Partial<MessageRules> = {},
): Promise<Message> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const [seats, replied] = await Promise.all([listSeatIds(tx, head.id), findReplied(tx, head.id, replyTo)]);
  if (loopGuard) await refuseLoop(tx, caller, head, content);
  const mentions = mentionedAgents(content, seats);
  const author = { actor: actorOf(caller), role: caller.role };
  return appendMessage(tx, head, author, { content, msgType, replyTo, mentions, metadata, replied, seats });
};
