import { editDistance, invalid, warningLimits } from '@pairspace/protocol';
import { findMentions } from '@pairspace/protocol/mentions';
import type { Queries } from '../storage/storage.ts';

/** A message that another replies to. */
export interface RepliedMessage {
  seq: number;
  /** Null for a message of a person. */
  authorId: string | null;
  /** The first message of the thread, possibly this message. */
  threadSeq: number;
  /** JSON text of the agents that the first message names; null if it names nobody. */
  threadNamed: string | null;
}

/** The message that `replyTo` names; it must belong to this session (MSG-4). */
export const findReplied = async (
  db: Queries,
  sessionId: string,
  replyTo: string | null,
): Promise<RepliedMessage | undefined> => {
  if (replyTo === null) return undefined;
  const replied = await db.get<RepliedMessage>`
    select event.seq, case when event.actor_kind <> 'observer' then event.actor_id end as "authorId",
      coalesce(event.thread_seq, event.seq) as "threadSeq", first.named as "threadNamed"
    from event left join event first
      on first.session_id = event.session_id and first.seq = coalesce(event.thread_seq, event.seq)
    where event.session_id = ${sessionId} and event.entity_id = ${replyTo}
      and event.event = 'message.created'
  `;
  if (!replied) throw invalid('body.replyTo', 'must be the id of a message of this session');
  return replied;
};

interface MentionSource {
  content: string;
  /** Agents in the body's list of mentions. */
  mentions?: readonly string[] | undefined;
}

/**
 * The agents of the session that a message mentions: those in the text first, then those in the list (MSG-3, INB-11).
 * A warning for each name in the text that nobody has (MSG-8).
 */
export const readMentions = (
  { content, mentions = [] }: MentionSource,
  seats: readonly { agentId: string }[],
): { mentions: string[]; warnings: string[] } => {
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const absent = mentions.findIndex((agentId) => !agentIds.has(agentId));
  if (absent !== -1) throw invalid(`body.mentions.${String(absent)}`, 'must be an agent with a seat in this session');
  const found = findMentions(content, agentIds);
  const warnings = found.unknown.slice(0, warningLimits.count).map((name) => {
    const meant = [...agentIds].find((agentId) => isLike(name, agentId));
    const hint = meant === undefined ? '' : ` Did you mean "@${meant}"?`;
    return `"@${name}" mentions nobody: no agent of this session has that id.${hint}`;
  });
  return { mentions: [...new Set([...found.agentIds, ...mentions])], warnings };
};

const mostLetters = 2;

const isLike = (name: string, agentId: string): boolean =>
  name.length <= 40 &&
  Math.abs(name.length - agentId.length) <= mostLetters &&
  editDistance(name.toLowerCase(), agentId.toLowerCase()) <= Math.min(mostLetters, name.length - 1);
