import type { Client } from '@pairspace/client';

/** An agent that works from its inbox and records its entries and acknowledgements. */
export class InboxReader {
  readonly agentId: string;
  readonly handed = new Set<number>();
  /** Entries that came after a later position was acknowledged. */
  readonly cameBack: string[] = [];
  readonly disordered: string[] = [];
  /** The newest received entry. */
  newest = 0;
  /** The newest acknowledged position. */
  acknowledged = 0;
  acks = 0;
  /** Entries that came again before they were acknowledged, which is allowed. */
  repeats = 0;
  readonly #client: Client;
  readonly #sessionId: string;
  readonly #end = new AbortController();

  constructor(client: Client, sessionId: string, agentId: string) {
    this.#client = client;
    this.#sessionId = sessionId;
    this.agentId = agentId;
  }

  /** Reads until `stop`. At times it breaks off during an entry, like a program that dies. */
  async run(broken: AbortSignal): Promise<void> {
    while (!this.#end.signal.aborted) await this.#session(broken);
  }

  stop(): void {
    this.#end.abort();
  }

  async #session(calm: AbortSignal): Promise<void> {
    let last = 0;
    let left = calm.aborted ? Infinity : 20 + Math.floor(Math.random() * 60);
    try {
      for await (const { seq } of this.#client.session(this.#sessionId).inbox({ signal: this.#end.signal })) {
        // Taking the next entry acknowledges the one before.
        if (last > 0) this.acks++;
        this.acknowledged = Math.max(this.acknowledged, last);
        this.#take(seq, last);
        last = seq;
        if (--left === 0) break;
      }
    } catch {
      // A kill may end the iteration. The next iteration begins at the service's position.
    }
  }

  #take(seq: number, last: number): void {
    if (seq <= this.acknowledged) this.cameBack.push(`${String(seq)} after ${String(this.acknowledged)}`);
    if (seq <= last) this.disordered.push(`${String(seq)} after ${String(last)}`);
    if (this.handed.has(seq)) this.repeats++;
    this.handed.add(seq);
    this.newest = Math.max(this.newest, seq);
  }
}
