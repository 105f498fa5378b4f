import { invalid } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** The agents that have a seat, in the order of joining. */
export const listSeatIds = (db: Queries, sessionId: string): Promise<{ agentId: string }[]> =>
  db.all<{ agentId: string }>`select agent_id as "agentId" from seat where session_id = ${sessionId} order by position`;

/** A message that another replies to. */
export interface Replied {
  /** Null for what was said before authors were kept, and by persons. */
  authorId: string | null;
  /** The first message of its thread, which may be itself. */
  threadSeq: number;
  /** JSON text of whom that one names; null where it names nobody. */
  threadNamed: string | null;
}

/** The message that `replyTo` names, which must be one of this session (MSG-4). */
export const findReplied = async (
  db: Queries,
  sessionId: string,
  replyTo: string | null,
): Promise<Replied | undefined> => {
  if (replyTo === null) return undefined;
  const replied = await db.get<Replied>`
    select message.author_id as "authorId", coalesce(message.thread_seq, message.seq) as "threadSeq",
      first.named as "threadNamed"
    from message left join message first
      on first.session_id = message.session_id and first.seq = coalesce(message.thread_seq, message.seq)
    where message.session_id = ${sessionId} and message.id = ${replyTo}
  `;
  if (!replied) throw invalid('body.replyTo', 'must be the id of a message of this session');
  return replied;
};

/** The agents of the session that the content names as `@agentId`, in the order of their first mention. */
export const mentionedAgents = (content: string, seats: readonly { agentId: string }[]): string[] => {
  if (!content.includes('@')) return [];
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const named = [...content.matchAll(/(?<![\w@.:-])@([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})/g)].flatMap(([, name = '']) =>
    // "@bob." ends a sentence more often than an id.
    [name, name.replace(/[._:@-]+$/, '')].filter((agentId) => agentIds.has(agentId)).slice(0, 1),
  );
  return [...new Set(named)];
};
