import type { Event } from '@pairspace/protocol';

/** The facts about an entry that remain when the entry itself is dropped. */
export interface Mark {
  /** An agent, a person or the service; by the id for an agent. */
  actor: string;
  weight: number;
  /** In seconds. */
  at: number;
}

/** A message or a change counts more than a sign of life. */
const weightOf = (name: string): number => (/^(message|note|file)\./.test(name) ? 3 : 1);

/** A few bytes for each entry of a long log, for the strip that shows where much happened. */
export class EventMarks {
  readonly #actors: string[] = [];
  readonly #actorAt: number[] = [];
  readonly #weightAt: number[] = [];
  readonly #secondAt: number[] = [];
  /** How many entries are marked. */
  size = 0;

  add({ seq, event, actor, timestamp }: Event): void {
    if (this.#weightAt[seq] === undefined) this.size++;
    const who = actor.kind === 'agent' ? actor.id : actor.kind;
    const index = this.#actors.indexOf(who);
    this.#actorAt[seq] = index === -1 ? this.#actors.push(who) - 1 : index;
    this.#weightAt[seq] = weightOf(event);
    this.#secondAt[seq] = Math.floor(Date.parse(timestamp) / 1000);
  }

  get(seq: number): Mark | undefined {
    const weight = this.#weightAt[seq];
    if (weight === undefined) return undefined;
    return { weight, actor: this.#actors[this.#actorAt[seq] ?? 0] ?? '', at: this.#secondAt[seq] ?? 0 };
  }
}
