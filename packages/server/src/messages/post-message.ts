import type { BodyOf, Endpoints } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import type { Conversation } from './conversation.ts';
import { findReplied } from './referred.ts';
import { refuseLoop, isCourtesy } from './refuse-loop.ts';
import { sayToSeats } from './say-to-seats.ts';

type MessageInput = BodyOf<Endpoints['postMessage']>;

/** Posts a message as an agent. With `loopGuard`, consecutive empty messages are refused (LOOP-1). */
export const postMessage = async (
  tx: Transaction,
  conversation: Conversation,
  caller: AgentCaller,
  message: Omit<MessageInput, 'mentions'> & Partial<MessageInput>,
  { loopGuard = false } = {},
): Promise<JsonText> => {
  const replied = await findReplied(tx, caller.sessionId, message.replyTo);
  if (loopGuard && isCourtesy(message.content, conversation.seats)) await refuseLoop(tx, caller, conversation.end);
  return sayToSeats(tx, conversation, { actor: actorOf(caller), role: caller.role }, message, replied);
};
