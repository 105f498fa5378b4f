import { type BodyOf, type Endpoints, invalid, type Message } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';

/** Says something. A message is its event: its content is stored once, in the log (MSG-1). */
export const postMessage = async (
  tx: Transaction,
  caller: AgentCaller,
  { content, msgType, replyTo, metadata }: BodyOf<Endpoints['postMessage']>,
): Promise<Message> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const { id: sessionId } = head;
  if (replyTo !== null) await assertMessageExists(tx, sessionId, replyTo);
  const mentions = content.includes('@') ? await mentionedAgents(tx, sessionId, content) : [];
  const id = newId('msg', tx.now);
  const message = await appendEvent(
    tx,
    { sessionId, event: 'message.created', actor: actorOf(caller), head },
    (seq): Message => ({
      id,
      sessionId,
      seq,
      authorAgentId: caller.agentId,
      authorName: caller.agentName,
      authorRole: caller.role,
      content,
      msgType,
      replyTo,
      mentions,
      metadata,
      createdAt: isoTime(tx.now),
    }),
  );
  tx.queueWrite`
    insert into message (session_id, seq, id, msg_type) values (${sessionId}, ${message.seq}, ${id}, ${msgType})
  `;
  return message;
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
