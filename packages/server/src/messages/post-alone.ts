import type { AgentCaller } from '../access/caller.ts';
import type { JsonText } from '../lib/json-text.ts';
import { conversations } from './conversation.ts';
import { postMessage } from './post-message.ts';
import type { Transaction } from '../storage/storage.ts';

/** Posts a message that shares its transaction with no other. */
export const postAlone = async (tx: Transaction, caller: AgentCaller, content: string): Promise<JsonText> => {
  const conversation = await conversations.open(tx, caller.sessionId);
  const posted = await postMessage(tx, conversation, caller, { content, msgType: 'chat', replyTo: null, metadata: {} });
  await conversations.save(tx, conversation);
  return posted;
};
