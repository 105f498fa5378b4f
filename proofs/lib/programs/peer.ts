import { type Client, createClient } from '@pairspace/client';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../until.ts';
import type { Conversation } from './conversation.ts';
import type { Receipt, ReadNews } from './judge.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

/** A message to the agent, with a unique word. */
interface SentMessage {
  id: string;
  seq: number;
  mark: string;
}

/** Messages that were posted to the agent at once. */
export interface Batch {
  said: readonly SentMessage[];
  at: number;
}

interface Place {
  client: Client;
  /** The token of Ada. */
  token: string;
  sessionId: string;
  link: string;
  /** A person with the observer token of the session's creation. */
  person: Client;
}

const restMs = 2000;

/** The longest wait for what comes within seconds on a quiet machine. */
export const settleMs = 180_000;

/** Ada, who shares a session with an agent and knows the input of the agent's model. */
export class Peer {
  readonly place: Place;
  readonly agentId: string;
  readonly talk: Conversation;
  readonly said: SentMessage[] = [];
  readonly #perBatch: number;

  private constructor(place: Place, talk: Conversation, agentId: string, perBatch: number) {
    this.place = place;
    this.talk = talk;
    this.agentId = agentId;
    this.#perBatch = perBatch;
    talk.seat = `${place.sessionId}/${agentId}`;
  }

  /** Opens a session for batches of `perBatch` messages. */
  static async open(url: string, talk: Conversation, perBatch: number): Promise<Peer> {
    const stranger = createClient({ baseUrl: url });
    const created = await stranger.createSession({ name: 'Plan', agentId: 'ada', maxAgents: 3 });
    const { session, agentToken, observerToken } = created;
    const client = createClient({ baseUrl: url, token: agentToken });
    const link = `${url}/j/${session.inviteCode ?? ''}`;
    const person = createClient({ baseUrl: url, token: observerToken });
    return new Peer({ client, token: agentToken, sessionId: session.id, link, person }, talk, 'bob', perBatch);
  }

  /** The same session with another agent. */
  beside(talk: Conversation, agentId: string): Peer {
    return new Peer(this.place, talk, agentId, this.#perBatch);
  }

  /** The step with which the agent joins. */
  get join() {
    return { use: 'pairspace_join', given: { link: this.place.link, agentId: this.agentId } };
  }

  /** A unique word for a message. */
  newMark(): string {
    return `word-${this.agentId}-${String(this.said.length)}-${Math.random().toString(36).slice(2, 8)}-`;
  }

  async say(): Promise<Batch> {
    const { client, sessionId } = this.place;
    const at = Date.now();
    const start = this.newMark();
    const marks = Array.from({ length: this.#perBatch }, (_, index) => `${start}${String(index)}.`);
    const said = await Promise.all(
      marks.map(async (mark) => {
        const { id, seq } = await client.postMessage({ sessionId, content: `@${this.agentId} ${mark}` });
        return { id, seq, mark };
      }),
    );
    this.said.push(...said);
    return { said, at };
  }

  /** The reach of the agent, as other agents see it. */
  async reach(): Promise<string> {
    const { items } = await this.place.client.listPresence({ sessionId: this.place.sessionId });
    return items.find(({ agentId }) => agentId === this.agentId)?.reach?.mode ?? 'unknown';
  }

  /** How many entries count as unread for the agent. */
  async unread(): Promise<number> {
    const { items } = await this.place.client.listPositions({ sessionId: this.place.sessionId });
    return items.find(({ agentId }) => agentId === this.agentId)?.unread.forMe ?? 0;
  }

  /** Types a prompt, and waits until the program has sent it to its model. Throws, with the screen, where it does not. */
  async ask(terminal: TerminalOfProgram): Promise<void> {
    const { requests } = this.talk;
    await terminal.type(`Go ${this.talk.word}.`);
    for (let tries = 0; tries < 10; tries++) {
      if (await until(() => this.talk.requests > requests, 20_000)) return;
      // A program that was busy may have taken the key for a part of the text.
      await terminal.press('Enter');
    }
    throw new Error(await terminal.screen());
  }

  /** The same, and waits until the turn has ended. */
  async goOn(terminal: TerminalOfProgram): Promise<void> {
    const { turns } = this.talk;
    await this.ask(terminal);
    const hasEnded = await until(() => this.talk.turns > turns && this.talk.isDone, settleMs * 2);
    if (!hasEnded) throw new Error(await terminal.screen());
  }

  /** The number of pointers that the model has heard since a time. */
  pointersSince(at: number): number {
    return this.#heard().filter((heard) => heard.at >= at).length;
  }

  /** The pointers and reads of the model for a batch. */
  told({ said, at }: Batch): ReadNews {
    const seqs = said.map(({ seq }) => seq);
    // An agent that reads after an earlier pointer, which came late, may read these too.
    const pointers = this.#heard().filter(
      (heard) => heard.seq <= Math.max(...seqs) && (heard.seq >= Math.min(...seqs) || heard.at >= at),
    );
    return {
      pointers: pointers.map(({ seq }) => seq),
      ms: (pointers[0]?.at ?? Infinity) - at,
      reads: said.map(({ mark }) => this.talk.results.filter((text) => text.includes(mark)).length),
    };
  }

  /**
   * Waits until the agent does nothing: it has marked as read what concerns it, and a hook at the end of its turn has not
   * begun the turn anew. A working agent may read a message before the pointer to it comes.
   */
  async untilIdle(): Promise<void> {
    const { client, sessionId } = this.place;
    const isIdle = async (): Promise<boolean> => {
      const { requests } = this.talk;
      await pause(restMs);
      if (!this.talk.isDone || this.talk.requests !== requests) return false;
      const { items } = await client.listPositions({ sessionId });
      return items.some(({ agentId, unread }) => agentId === this.agentId && unread.forMe === 0);
    };
    await until(isIdle, settleMs / 3);
  }

  /** Waits until the agent has read a batch, and has done what it was to do; not for ever. */
  async untilRead(batch: Batch): Promise<void> {
    await until(() => this.hasRead(batch) && this.talk.isDone, settleMs);
  }

  hasRead(batch: Batch): boolean {
    return this.told(batch).reads.every((count) => count > 0);
  }

  /** The receipts of all messages, with the model's own pointers, reads and marks. */
  async receipts(): Promise<Omit<Receipt, 'keepsQueue'>[]> {
    const { client, sessionId } = this.place;
    const receipts: Omit<Receipt, 'keepsQueue'>[] = [];
    for (const { id, seq, mark } of this.said) {
      const { items } = await client.listReceipts({ sessionId, messageId: id });
      const { state = 'none', via } = items.find(({ agentId }) => agentId === this.agentId) ?? {};
      const readAt = this.talk.results.findIndex((text) => text.includes(mark));
      const isMarked = this.talk.results
        .slice(readAt)
        .some((text) => Number(/marked as read up to #(\d+)/.exec(text)?.[1]) >= seq);
      const wasTold = this.#heard().some((heard) => heard.seq >= seq);
      const wasShown = readAt >= 0;
      receipts.push({ seq, state, via: via ?? 'nothing', wasTold, wasShown, wasRead: wasShown && isMarked });
    }
    return receipts;
  }

  /** The pointers of this session that reached the model. */
  #heard() {
    return this.talk.heard.filter(({ session }) => session === this.place.sessionId);
  }
}
