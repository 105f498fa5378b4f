import { invalid } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** A message that another replies to. */
export interface Replied {
  seq: number;
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
    select message.seq, message.author_id as "authorId", coalesce(message.thread_seq, message.seq) as "threadSeq",
      first.named as "threadNamed"
    from message left join message first
      on first.session_id = message.session_id and first.seq = coalesce(message.thread_seq, message.seq)
    where message.session_id = ${sessionId} and message.id = ${replyTo}
  `;
  if (!replied) throw invalid('body.replyTo', 'must be the id of a message of this session');
  return replied;
};

interface Mentioning {
  content: string;
  /** Listed beside the content. */
  mentions?: readonly string[] | undefined;
}

/** The agents of the session that a message mentions: by `@agentId` first, then those that are listed (MSG-3, INB-11). */
export const mentionedAgents = (
  { content, mentions = [] }: Mentioning,
  seats: readonly { agentId: string }[],
): string[] => {
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const unknown = mentions.findIndex((agentId) => !agentIds.has(agentId));
  if (unknown !== -1) throw invalid(`body.mentions.${String(unknown)}`, 'must be an agent with a seat in this session');
  return [...new Set([...namedAgents(content, agentIds), ...mentions])];
};

const namedAgents = (content: string, agentIds: ReadonlySet<string>): string[] => {
  if (!content.includes('@')) return [];
  const named = [...content.matchAll(/(?<![\w@.:-])@([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})/g)].flatMap(([, name = '']) =>
    // "@bob." ends a sentence more often than an id.
    [name, name.replace(/[._:@-]+$/, '')].filter((agentId) => agentIds.has(agentId)).slice(0, 1),
  );
  return named;
};
