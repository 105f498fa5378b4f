import type { BodyOf, Endpoints } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import { getOpenSessionWithSeats } from './open-session-with-seats.ts';
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
  caller: AgentCaller,
  message: Omit<MessageInput, 'mentions'> & Partial<MessageInput>,
  { loopGuard = false }: Partial<MessageRules> = {},
): Promise<JsonText> => {
  const { sessionId } = caller;
  const { head, seats } = await getOpenSessionWithSeats(tx, sessionId);
  const replied = await findReplied(tx, sessionId, message.replyTo);
  if (loopGuard && isCourtesy(message.content, seats)) await refuseLoop(tx, caller, head);
  return sayToSeats(tx, head, { actor: actorOf(caller), role: caller.role }, message, { seats, replied });
};
