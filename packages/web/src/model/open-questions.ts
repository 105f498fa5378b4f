import type { Message } from '@pairspace/protocol';

export interface Question {
  messageId: string;
  seq: number;
  agentId: string;
  from: string;
  text: string;
}

const shownCharacters = 160;

/** Questions of agents that mention no agent, so that a person has to answer. Messages may be added in any order. */
export class OpenQuestions {
  readonly #asked = new Map<string, Question>();
  readonly #replied = new Set<string>();
  /** The `seq` of the message in which a person last mentioned each agent. */
  readonly #told = new Map<string, number>();
  readonly #lastWords = new Map<string, number>();

  add({ id, seq, authorRole, authorAgentId, authorName, msgType, mentions, replyTo, content }: Message): void {
    if (replyTo !== null) this.#replied.add(replyTo);
    if (authorRole === 'observer')
      for (const agentId of mentions) this.#told.set(agentId, Math.max(seq, this.#told.get(agentId) ?? 0));
    if (authorAgentId === null) return;
    this.#lastWords.set(authorAgentId, Math.max(seq, this.#lastWords.get(authorAgentId) ?? 0));
    if (msgType !== 'question' || mentions.length > 0) return;
    const text = content.slice(0, shownCharacters).replace(/\s+/g, ' ');
    this.#asked.set(id, { messageId: id, seq, agentId: authorAgentId, from: authorName, text });
  }

  /** The questions without an answer. With two agents in a session, any later message of the other is an answer too. */
  open(agentIds: readonly string[]): Question[] {
    const answered = ({ messageId, seq, agentId }: Question): boolean =>
      this.#replied.has(messageId) ||
      (this.#told.get(agentId) ?? 0) > seq ||
      (agentIds.length === 2 && agentIds.some((id) => id !== agentId && (this.#lastWords.get(id) ?? 0) > seq));
    return [...this.#asked.values()].filter((one) => !answered(one)).sort((a, b) => a.seq - b.seq);
  }
}
