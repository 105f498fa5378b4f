import {
  type Actor,
  carriesSession,
  describeEvent,
  type Event,
  type LoggedName,
  type Message,
  oneLine,
  type Phrase,
  type PublicSession,
} from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import { RecentMap } from '../lib/recent-map.ts';
import type { EventRow } from './event-row.ts';

/** An event in the form in which a transcript tells people about it. */
export interface Entry {
  seq: number;
  event: LoggedName;
  timestamp: string;
  /** Whether the entry is the first of its day, in UTC. */
  startsDay: boolean;
  actor: Actor;
  phrase: Phrase;
  message?: EntryMessage;
}

export interface EntryMessage {
  role: Message['authorRole'];
  msgType: string;
  content: string;
  /** The message to which this one replies: its seq, or its id if the message lies too far back. */
  replyTo: string | undefined;
  /** The author and the first words of that message, unless it lies too far back. */
  parent: { author: string; words: string } | undefined;
}

/**
 * The number of latest messages whose seq is remembered, so that a reply can name the seq of the message that it
 * answers.
 */
const rememberedMessages = 10_000;
const firstWords = 60;

/** Makes entries of the events of one log, in their order. */
export const entryMaker = (): ((row: EventRow) => Entry) => {
  const said = new RecentMap<string, { seq: number; author: string; words: string }>(rememberedMessages);
  let session: PublicSession | undefined;
  let day = '';
  return ({ seq, event, at, actor_kind, actor_id, actor_name, data: json }) => {
    const data = JSON.parse(json) as Event['data'];
    const timestamp = isoTime(at);
    const entry: Entry = {
      seq,
      event,
      timestamp,
      startsDay: dayOf(timestamp) !== day,
      actor: { kind: actor_kind, id: actor_id, name: actor_name },
      phrase: describeEvent({ event, data }, session),
    };
    day = dayOf(timestamp);
    if (carriesSession(event)) session = data as PublicSession;
    if (event !== 'message.created') return entry;
    const { id, authorRole, msgType, content, replyTo } = data as Message;
    said.set(id, { seq, author: actor_id, words: oneLine(content, firstWords) });
    const parent = replyTo === null ? undefined : said.get(replyTo);
    return {
      ...entry,
      message: {
        role: authorRole,
        msgType,
        content,
        replyTo: replyTo === null ? undefined : (parent?.seq.toString() ?? replyTo),
        parent: parent && { author: parent.author, words: parent.words },
      },
    };
  };
};

/** `2026-01-31` */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);
