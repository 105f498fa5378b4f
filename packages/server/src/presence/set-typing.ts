import type { Typing } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { announce } from '../events/announce.ts';
import type { Transaction } from '../storage/storage.ts';

/** Shows live streams that an agent is typing, or has stopped; stores nothing (PRES-7). */
export const setTyping = (tx: Transaction, caller: AgentCaller, typing: boolean): Promise<Typing> => {
  const { sessionId, agentId, agentName } = caller;
  const shown: Typing = { id: agentId, sessionId, agentId, agentName, typing };
  announce(tx, { sessionId, event: 'typing', actor: actorOf(caller) }, shown);
  return Promise.resolve(shown);
};
