import type { Client } from '@pairspace/client';

/** An agent that works from its inbox, and remembers what it was handed and what it knows to be acknowledged. */
export class InboxReader {
  readonly agentId: string;
  readonly handed = new Set<number>();
  /** Entries that were handed out although a later position had been acknowledged. */
  readonly cameBack: string[] = [];
  readonly disordered: string[] = [];
  /** The newest entry that was handed out. */
  newest = 0;
  /** The newest position whose acknowledgement was answered. */
  acknowledged = 0;
  acks = 0;
  /** Entries that were handed out again, as they may be before they are acknowledged. */
  repeats = 0;
  readonly #client: Client;
  readonly #sessionId: string;
  readonly #end = new AbortController();

  constructor(client: Client, sessionId: string, agentId: string) {
    this.#client = client;
    this.#sessionId = sessionId;
    this.agentId = agentId;
  }

  /** Reads until `stop`. Every so often it breaks off in the middle of an entry, as a program that dies does. */
  async run(broken: AbortSignal): Promise<void> {
    while (!this.#end.signal.aborted) await this.#session(broken);
  }

  stop(): void {
    this.#end.abort();
  }

  async #session(calm: AbortSignal): Promise<void> {
    let last = 0;
    const patience = calm.aborted ? Infinity : 20 + Math.floor(Math.random() * 60);
    let taken = 0;
    try {
      for await (const { seq } of this.#client.session(this.#sessionId).inbox({ signal: this.#end.signal })) {
        if (last > 0) this.#acknowledge(last);
        this.#take(seq, last);
        last = seq;
        if (++taken >= patience) break;
      }
    } catch {
      // A kill may end the iteration; the next one begins where the service says.
    }
  }

  #acknowledge(seq: number): void {
    this.acknowledged = Math.max(this.acknowledged, seq);
    this.acks++;
  }

  #take(seq: number, last: number): void {
    if (seq <= this.acknowledged) this.cameBack.push(`${String(seq)} after ${String(this.acknowledged)}`);
    if (seq <= last) this.disordered.push(`${String(seq)} after ${String(last)}`);
    if (this.handed.has(seq)) this.repeats++;
    this.handed.add(seq);
    this.newest = Math.max(this.newest, seq);
  }
}
