import type { Event } from '@pairspace/protocol';
import { lookOf } from '../lib/event-looks.ts';

/** The facts about an entry that remain when the entry itself is dropped. */
export interface Mark {
  /** The id of an agent; for every other actor its kind, such as `observer` or `system`. */
  actor: string;
  weight: number;
  /** The time of the entry in seconds since 1970. */
  at: number;
  sign: Sign | undefined;
}

/** The kind of entry that a person looks for in a log. */
export type Sign = 'person' | 'failure' | 'decision';

const decisions: ReadonlySet<string> = new Set(['decision', 'proposal', 'handoff', 'approval']);

const signOf = ({ event, data, actor }: Event): Sign | undefined => {
  if (actor.kind === 'observer' && (event === 'message.created' || event === 'ask.ended')) return 'person';
  if (event === 'agent.disconnected' || (event === 'job.updated' && data.status === 'failed')) return 'failure';
  return event === 'message.created' && decisions.has(data.msgType) ? 'decision' : undefined;
};

/** Keeps a few bytes for each entry of a long log, for the strip that shows where much happened. */
export class EventMarks {
  readonly #actors: string[] = [];
  readonly #actorAt: number[] = [];
  readonly #weightAt: number[] = [];
  readonly #secondAt: number[] = [];
  /** How many entries are marked. */
  size = 0;

  /** The signs by `seq`. Few entries have a sign. */
  readonly signs = new Map<number, Sign>();

  add(entry: Event): void {
    const { seq, event, actor, timestamp } = entry;
    const sign = signOf(entry);
    if (sign) this.signs.set(seq, sign);
    if (this.#weightAt[seq] === undefined) this.size++;
    const who = actor.kind === 'agent' ? actor.id : actor.kind;
    const index = this.#actors.indexOf(who);
    this.#actorAt[seq] = index === -1 ? this.#actors.push(who) - 1 : index;
    this.#weightAt[seq] = lookOf(event).weight;
    this.#secondAt[seq] = Math.floor(Date.parse(timestamp) / 1000);
  }

  get(seq: number): Mark | undefined {
    const weight = this.#weightAt[seq];
    if (weight === undefined) return undefined;
    return {
      weight,
      actor: this.#actors[this.#actorAt[seq] ?? 0] ?? '',
      at: this.#secondAt[seq] ?? 0,
      sign: this.signs.get(seq),
    };
  }
}
