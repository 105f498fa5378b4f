import type { AgentCaller, AgentKeyCaller } from '../access/caller.ts';
import type { Storage } from '../storage/storage.ts';

/** Signs of life of one agent are stored at most once in this time (TASK-14). */
const pauseMs = 15_000;
const mostAgents = 10_000;
/** The number of sessions that are read in one step. */
const batch = 50;

/**
 * Stores the signs of life that no other table has, for agents that own tasks: waits, reads of the inbox, and writes
 * without an event. The signs extend the leases of these tasks.
 */
export class SignsOfLife {
  readonly #storage: Pick<Storage, 'read' | 'write'>;
  readonly #now: () => number;
  /** The time of the newest check of each agent and key, on this node. */
  readonly #seenAt = new Map<string, number>();

  constructor(storage: Pick<Storage, 'read' | 'write'>, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  note(agent: Pick<AgentCaller, 'kind' | 'sessionId' | 'agentId'> | AgentKeyCaller): Promise<void> {
    return agent.kind === 'agent' ? this.#noteInSession(agent) : this.#noteOfKey(agent);
  }

  /** Whether it is time to check an agent again. */
  #isDue(key: string): boolean {
    const now = this.#now();
    const before = this.#seenAt.get(key);
    if (before !== undefined && Math.abs(now - before) < pauseMs) return false;
    if (this.#seenAt.size >= mostAgents) this.#seenAt.clear();
    this.#seenAt.set(key, now);
    return true;
  }

  /** A wait or a read by an agent key is a sign of life for all seats that belong to the key (TASK-14). */
  async #noteOfKey({ agentId, keyLine }: AgentKeyCaller): Promise<void> {
    if (!this.#isDue(`key ${keyLine}`)) return;
    let after = '';
    for (;;) {
      const owned = await this.#storage.read.all<{ sessionId: string }>`
        select distinct task.session_id as "sessionId" from task
        join seat on seat.session_id = task.session_id and seat.agent_id = assignee_id and key_line = ${keyLine}
        where assignee_id = ${agentId} and task.status = 'working' and task.session_id > ${after}
        order by task.session_id limit ${batch}
      `;
      await Promise.all(owned.map(({ sessionId }) => this.#store(sessionId, agentId)));
      if (owned.length < batch) return;
      after = owned.at(-1)?.sessionId ?? after;
    }
  }

  async #noteInSession({ sessionId, agentId }: Pick<AgentCaller, 'sessionId' | 'agentId'>): Promise<void> {
    if (!this.#isDue(`${sessionId} ${agentId}`)) return;
    const owned = await this.#storage.read.get`
      select 1 as owned from task
      where session_id = ${sessionId} and assignee_id = ${agentId} and status = 'working' limit 1
    `;
    if (owned) await this.#store(sessionId, agentId);
  }

  async #store(sessionId: string, agentId: string): Promise<void> {
    await this.#storage.write(
      (tx) => tx.run`
        update task set alive_at = ${tx.now}
        where session_id = ${sessionId} and assignee_id = ${agentId} and status = 'working'
      `,
      { session: sessionId, durable: false },
    );
  }
}
