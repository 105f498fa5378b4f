import type { AgentCaller } from '../access/caller.ts';
import type { Storage } from '../storage/storage.ts';

/** Signs of life of one agent are stored at most so often (TASK-14). */
const pauseMs = 15_000;
const mostAgents = 10_000;

/**
 * Stores the signs of life that no other table has, for agents that own tasks: waits, reads of the inbox, and writes
 * without an event. The leases of their tasks go on by them.
 */
export class SignsOfLife {
  readonly #storage: Pick<Storage, 'read' | 'write'>;
  readonly #now: () => number;
  /** When each agent was looked at last, on this node. */
  readonly #seenAt = new Map<string, number>();

  constructor(storage: Pick<Storage, 'read' | 'write'>, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  async note({ sessionId, agentId }: Pick<AgentCaller, 'sessionId' | 'agentId'>): Promise<void> {
    const now = this.#now();
    const key = `${sessionId} ${agentId}`;
    const before = this.#seenAt.get(key);
    if (before !== undefined && Math.abs(now - before) < pauseMs) return;
    if (this.#seenAt.size >= mostAgents) this.#seenAt.clear();
    this.#seenAt.set(key, now);
    const owned = await this.#storage.read.get`
      select 1 as owned from task
      where session_id = ${sessionId} and assignee_id = ${agentId} and status = 'working' limit 1
    `;
    if (!owned) return;
    await this.#storage.write(
      (tx) => tx.run`
        update task set alive_at = ${tx.now}
        where session_id = ${sessionId} and assignee_id = ${agentId} and status = 'working'
      `,
      { session: sessionId, durable: false },
    );
  }
}
