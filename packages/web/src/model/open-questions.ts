import type { Event } from '@pairspace/protocol';

export interface Question {
  messageId: string;
  seq: number;
  agentId: string;
  from: string;
  text: string;
}

const shownCharacters = 160;

/** Questions of agents that name no agent, so that a person has to answer. Entries may be added in any order. */
export class OpenQuestions {
  readonly #asked = new Map<string, Question>();
  readonly #replied = new Set<string>();
  /** The newest entry in which a person names an agent. */
  readonly #told = new Map<string, number>();
  readonly #lastWords = new Map<string, number>();

  add(event: Event): void {
    if (event.event !== 'message.created') return;
    const { actor, data, seq } = event;
    if (data.replyTo !== null) this.#replied.add(data.replyTo);
    if (actor.kind === 'observer') for (const id of data.mentions) this.#told.set(id, seq);
    if (actor.kind !== 'agent') return;
    this.#lastWords.set(actor.id, Math.max(seq, this.#lastWords.get(actor.id) ?? 0));
    if (data.msgType !== 'question' || data.mentions.length > 0) return;
    const text = data.content.slice(0, shownCharacters).replace(/\s+/g, ' ');
    this.#asked.set(data.id, { messageId: data.id, seq, agentId: actor.id, from: actor.name, text });
  }

  /** The questions that nobody has answered. With two agents in a session, what the other says next is an answer too. */
  open(agentIds: readonly string[]): Question[] {
    const answered = ({ messageId, seq, agentId }: Question): boolean =>
      this.#replied.has(messageId) ||
      (this.#told.get(agentId) ?? 0) > seq ||
      (agentIds.length === 2 && agentIds.some((id) => id !== agentId && (this.#lastWords.get(id) ?? 0) > seq));
    return [...this.#asked.values()].filter((one) => !answered(one)).sort((a, b) => a.seq - b.seq);
  }
}
