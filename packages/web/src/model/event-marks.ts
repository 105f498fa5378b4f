import type { Event } from '@pairspace/protocol';
import { shadeOfActor } from '@pairspace/protocol/site';
import { lookOf } from '../lib/event-looks.ts';

/** The facts about an entry that remain when the entry itself is dropped. */
export interface Mark {
  /** The class of the colour of its actor. */
  shade: string;
  weight: number;
  /** The time of the entry in seconds since 1970. */
  at: number;
  sign: Sign | undefined;
}

/** The kind of entry that a person looks for in a log. */
export type Sign = 'person' | 'failure' | 'decision';

const decisions: ReadonlySet<string> = new Set(['decision', 'proposal', 'handoff', 'approval']);

const signOf = ({ event, data, actor }: Event): Sign | undefined => {
  const isPerson = actor.kind === 'observer' || actor.kind === 'operator';
  if (isPerson && (event === 'message.created' || event === 'ask.ended')) return 'person';
  if (event === 'agent.disconnected' || (event === 'job.updated' && data.status === 'failed')) return 'failure';
  return event === 'message.created' && decisions.has(data.msgType) ? 'decision' : undefined;
};

/** Keeps a few bytes for each entry of a long log, for the strip that shows where much happened. */
export class EventMarks {
  readonly #shades: string[] = [];
  readonly #shadeAt: number[] = [];
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
    const shade = shadeOfActor(actor);
    const index = this.#shades.indexOf(shade);
    this.#shadeAt[seq] = index === -1 ? this.#shades.push(shade) - 1 : index;
    this.#weightAt[seq] = lookOf(event).weight;
    this.#secondAt[seq] = Math.floor(Date.parse(timestamp) / 1000);
  }

  get(seq: number): Mark | undefined {
    const weight = this.#weightAt[seq];
    if (weight === undefined) return undefined;
    return {
      weight,
      shade: this.#shades[this.#shadeAt[seq] ?? 0] ?? '',
      at: this.#secondAt[seq] ?? 0,
      sign: this.signs.get(seq),
    };
  }
}
