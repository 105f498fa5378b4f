import { editDistance, invalid, warningLimits, withoutEnd } from '@pairspace/protocol';
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
    where event.session_id = ${sessionId} and event.message_id = ${replyTo}
  `;
  if (!replied) throw invalid('body.replyTo', 'must be the id of a message of this session');
  return replied;
};

interface MentionSource {
  content: string;
  /** Agents in the body's list of mentions. */
  mentions?: readonly string[] | undefined;
}

/** The agents of the session that a message mentions: by `@agentId` first, then by the list (MSG-3, INB-11). */
export const mentionedAgents = (
  { content, mentions = [] }: MentionSource,
  seats: readonly { agentId: string }[],
): string[] => {
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const unknown = mentions.findIndex((agentId) => !agentIds.has(agentId));
  if (unknown !== -1) throw invalid(`body.mentions.${String(unknown)}`, 'must be an agent with a seat in this session');
  return [...new Set([...namedAgents(content, agentIds), ...mentions])];
};

const mention = /(?<![\w@.:-])@([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})/g;

/** The ids that a name in a message may mean, because "@bob." is usually the end of a sentence. */
const readings = (name: string): [whole: string, short: string] => [name, withoutEnd(name, '._:@-')];

const namedAgents = (content: string, agentIds: ReadonlySet<string>): string[] => {
  if (!content.includes('@')) return [];
  return [...content.matchAll(mention)].flatMap(([, name = '']) =>
    readings(name)
      .filter((agentId) => agentIds.has(agentId))
      .slice(0, 1),
  );
};

const code = /```[^]*?(?:```|$)|`[^`\n]*`/g;
const mostLetters = 2;

/**
 * Warns of mentioned names without a seat (MSG-8). Text in code and text that looks like a path or a call is not a
 * name.
 */
export const warnOfNobody = (content: string, seats: readonly { agentId: string }[]): string[] => {
  if (!content.includes('@')) return [];
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const nobody = new Set<string>();
  const prose = content.replace(code, ' ');
  for (const { 0: whole, 1: name = '', index } of prose.matchAll(mention)) {
    const isName = !/[/(]/.test(prose.charAt(index + whole.length));
    if (isName && !readings(name).some((agentId) => agentIds.has(agentId))) nobody.add(readings(name)[1]);
    if (nobody.size === warningLimits.count) break;
  }
  return Array.from(nobody, (name) => {
    const meant = [...agentIds].find((agentId) => isLike(name, agentId));
    const hint = meant === undefined ? '' : ` Did you mean "@${meant}"?`;
    return `"@${name}" mentions nobody: no agent of this session has that id.${hint}`;
  });
};

const isLike = (name: string, agentId: string): boolean =>
  name.length <= 40 &&
  Math.abs(name.length - agentId.length) <= mostLetters &&
  editDistance(name.toLowerCase(), agentId.toLowerCase()) <= Math.min(mostLetters, name.length - 1);
