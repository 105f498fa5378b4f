import { type BodyOf, type Endpoints, invalid, type Message } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendMessage } from './append-message.ts';
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
  if (replyTo !== null) await assertMessageExists(tx, head.id, replyTo);
  if (loopGuard) await refuseLoop(tx, caller, head, content);
  const mentions = content.includes('@') ? await mentionedAgents(tx, head.id, content) : [];
  const author = { actor: actorOf(caller), role: caller.role };
  return appendMessage(tx, head, author, { content, msgType, replyTo, mentions, metadata });
};

const assertMessageExists = async (tx: Transaction, sessionId: string, id: string): Promise<void> => {
  const found = await tx.get`select 1 as found from message where session_id = ${sessionId} and id = ${id}`;
  if (!found) throw invalid('body.replyTo', 'must be the id of a message of this session');
};

/** The agents of the session that the content names as `@agentId`, in the order of their first mention. */
const mentionedAgents = async (tx: Transaction, sessionId: string, content: string): Promise<string[]> => {
  const seats = await tx.all<{
    agentId: string;
  }>`select agent_id as "agentId" from seat where session_id = ${sessionId}`;
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const named = [...content.matchAll(/(?<![\w@.:-])@([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})/g)].flatMap(([, name = '']) =>
    // "@bob." ends a sentence more often than an id.
    [name, name.replace(/[._:@-]+$/, '')].filter((agentId) => agentIds.has(agentId)).slice(0, 1),
  );
  return [...new Set(named)];
};
