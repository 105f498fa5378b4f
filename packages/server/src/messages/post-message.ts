import type { BodyOf, Endpoints } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import type { Conversation } from './conversation.ts';
import { findReplied } from './referred.ts';
import { refuseLoop, isCourtesy } from './refuse-loop.ts';
import { sayToSeats } from './say-to-seats.ts';

interface MessageRules {
  /** Whether to refuse consecutive empty messages (LOOP-1). */
  loopGuard: boolean;
}

type MessageInput = BodyOf<Endpoints['postMessage']>;

/** Posts a message as an agent. */
export const postMessage = async (
  tx: Transaction,
  conversation: Conversation,
  caller: AgentCaller,
  message: Omit<MessageInput, 'mentions'> & Partial<MessageInput>,
  { loopGuard = false }: Partial<MessageRules> = {},
): Promise<JsonText> => {
  const replied = await findReplied(tx, caller.sessionId, message.replyTo);
  if (loopGuard && isCourtesy(message.content, conversation.seats)) await refuseLoop(tx, caller, conversation.end);
  return sayToSeats(tx, conversation, { actor: actorOf(caller), role: caller.role }, message, replied);
};
