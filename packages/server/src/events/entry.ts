import type { Actor, Event, LoggedName, Message } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import { describeEvent, type Phrase } from './describe-event.ts';
import type { EventRow } from './read-events.ts';

/** An event as people are told of it. */
export interface Entry {
  seq: number;
  event: LoggedName;
  timestamp: string;
  actor: Actor;
  /** The number of the actor, in the order of first appearance. */
  speaker: number;
  phrase: Phrase;
  message?: SaidMessage;
}

export interface SaidMessage {
  role: Message['authorRole'];
  msgType: string;
  content: string;
  /** The message that it answers: its seq, or its id when that was long ago. */
  replyTo: string | undefined;
}

/** How far back a reply finds the number of what it answers. */
const rememberedMessages = 10_000;
const rememberedSpeakers = 1000;

/** Makes entries of the events of one log, in their order. */
export const entryMaker = (): ((row: EventRow) => Entry) => {
  const seqs = new RecentSeqs();
  const speakers = new Map<string, number>();
  const speakerOf = (actorId: string): number => {
    const speaker = speakers.get(actorId) ?? speakers.size;
    if (speaker < rememberedSpeakers) speakers.set(actorId, speaker);
    return speaker;
  };
  return ({ seq, event, at, actor_kind, actor_id, actor_name, data: json }) => {
    const data = JSON.parse(json) as Event['data'];
    const entry: Entry = {
      seq,
      event,
      timestamp: isoTime(at),
      actor: { kind: actor_kind, id: actor_id, name: actor_name },
      speaker: speakerOf(actor_id),
      phrase: describeEvent({ event, data }),
    };
    if (event !== 'message.created') return entry;
    const { id, authorRole, msgType, content, replyTo } = data as Message;
    seqs.add(id, seq);
    return {
      ...entry,
      message: { role: authorRole, msgType, content, replyTo: replyTo === null ? undefined : seqs.nameOf(replyTo) },
    };
  };
};

class RecentSeqs {
  readonly #seqOfId = new Map<string, number>();

  add(id: string, seq: number): void {
    this.#seqOfId.set(id, seq);
    if (this.#seqOfId.size <= rememberedMessages) return;
    const [oldest] = this.#seqOfId.keys();
    if (oldest !== undefined) this.#seqOfId.delete(oldest);
  }

  nameOf(id: string): string {
    return this.#seqOfId.get(id)?.toString() ?? id;
  }
}
