import type { Client } from '@pairspace/client';
import type { OpenRequest, Position } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';

type Place = Pick<Position, 'readSeq' | 'offeredSeq'>;

const none: Place = { readSeq: 0, offeredSeq: 0 };

/** How far each agent has read the log, live. Subscribers are called whenever a receipt may have changed. */
export class Positions extends Store {
  isKnown = false;
  /** The requests to each agent since its last message, as the service says; the longest wait first. */
  waiting: readonly (OpenRequest & { agentId: string })[] = [];
  #places: ReadonlyMap<string, Place> = new Map();

  of(agentId: string): Place {
    return this.#places.get(agentId) ?? none;
  }

  async load(client: Client, sessionId: string, signal: AbortSignal): Promise<void> {
    const { items } = await client.listPositions({ sessionId, limit: 200 }, { signal });
    for (const item of items) this.move(item);
    this.waiting = items
      .flatMap(({ agentId, waiting }) => (waiting ? [{ agentId, ...waiting }] : []))
      .sort((a, b) => a.seq - b.seq);
    this.isKnown = true;
    this.changed();
  }

  /** A frame of the stream may arrive before an older answer to a request, so positions only move forward. */
  move({ agentId, readSeq, offeredSeq }: Place & { agentId: string }): void {
    const now = this.of(agentId);
    const next = { readSeq: Math.max(now.readSeq, readSeq), offeredSeq: Math.max(now.offeredSeq, offeredSeq) };
    this.#places = new Map([...this.#places, [agentId, next]]);
    this.changed();
  }
}
