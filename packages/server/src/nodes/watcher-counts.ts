import { randomBase32 } from '../lib/ids.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';

/** The time after which a silent node counts as gone, with its watchers. */
const leaseMs = 30_000;
const renewMs = 10_000;
/** The greatest number of rows in one transaction. */
const maxRows = 500;

interface WatcherCountsOptions {
  storage: Storage;
  now: () => number;
  /** The number of followers of a session on this node. */
  watchersHere: (sessionId: string) => number;
}

/**
 * Counts the followers of a session on all nodes. Each node publishes its own numbers shortly after a change, and
 * renews a lease; numbers of a node without a lease do not count. A node knows its own numbers exactly.
 */
export class WatcherCounts {
  readonly #options: WatcherCountsOptions;
  readonly #nodeId = `node_${randomBase32(16)}`;
  readonly #changed = new Set<string>();
  /** Sessions for which this node has a row. */
  readonly #published = new Set<string>();
  #nodes = 1;
  #renewedAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: WatcherCountsOptions) {
    this.#options = options;
  }

  /** The number of nodes on the database, including this one, at the last renewal. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Marks this node's number of followers of a session as changed, and publishes it soon. */
  touch(sessionId: string): void {
    this.#changed.add(sessionId);
    // A failed write is repeated with the next round.
    if (!this.#isStopped) this.write().catch(() => undefined);
  }

  /** The number of followers of a session on other nodes. */
  onOtherNodes(sessionId: string): Promise<number> {
    const { storage, now } = this.#options;
    return watchersOnOtherNodes(storage.read, sessionId, this.#nodeId, now());
  }

  async count(sessionId: string): Promise<number> {
    return this.#options.watchersHere(sessionId) + (await this.onOtherNodes(sessionId));
  }

  /**
   * Publishes the changes, and renews the lease if it is due. Resolves when other nodes can see the
   * changes.
   */
  write(): Promise<void> {
    this.#queued ??= this.#writing.then(() => {
      this.#queued = undefined;
      const written = this.#writeChanged();
      this.#writing = written.catch(() => undefined);
      return written;
    });
    return this.#queued;
  }

  async #writeChanged(): Promise<void> {
    const { storage, now } = this.#options;
    const passedMs = now() - this.#renewedAt;
    // The elapsed time is unknown after the clock was set back, so the lease is renewed.
    const renew = passedMs < 0 || passedMs >= renewMs;
    // Other nodes may have removed the rows after the lease expired.
    if (passedMs > leaseMs) for (const sessionId of this.#published) this.#changed.add(sessionId);
    if (renew) {
      await storage.write((tx) => this.#renew(tx), { durable: false, concurrent: true });
      this.#renewedAt = now();
      this.#nodes = await countNodes(storage.read, now());
    }
    const changed = [...this.#changed];
    for (let at = 0; at < changed.length; at += maxRows) await this.#publish(changed.slice(at, at + maxRows));
    if (renew) await storage.write(forgetGoneNodes, { durable: false, concurrent: true });
  }

  async #renew(tx: Transaction): Promise<void> {
    await tx.run`
      insert into node (id, alive_until) values (${this.#nodeId}, ${tx.now + leaseMs})
      on conflict (id) do update set alive_until = excluded.alive_until
    `;
  }

  async #publish(changed: readonly string[]): Promise<void> {
    for (const sessionId of changed) this.#changed.delete(sessionId);
    try {
      await this.#options.storage.write((tx) => this.#write(tx, changed), { durable: false, concurrent: true });
    } catch (error) {
      for (const sessionId of changed) this.#changed.add(sessionId);
      throw error;
    }
  }

  async #write(tx: Transaction, changed: readonly string[]): Promise<void> {
    for (const sessionId of changed) {
      const watchers = this.#options.watchersHere(sessionId);
      if (watchers === 0) {
        this.#published.delete(sessionId);
        await tx.run`delete from watching where session_id = ${sessionId} and node_id = ${this.#nodeId}`;
      } else {
        this.#published.add(sessionId);
        await tx.run`
          insert into watching (session_id, node_id, watchers) values (${sessionId}, ${this.#nodeId}, ${watchers})
          on conflict (session_id, node_id) do update set watchers = excluded.watchers
        `;
      }
    }
  }

  /** Removes this node’s numbers when it stops. */
  async forget(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
    await this.#options.storage.write(
      async (tx) => {
        await tx.run`delete from watching where node_id = ${this.#nodeId}`;
        await tx.run`delete from node where id = ${this.#nodeId}`;
      },
      { durable: false, concurrent: true },
    );
  }
}

const watchersOnOtherNodes = async (db: Queries, sessionId: string, nodeId: string, now: number): Promise<number> => {
  const row = await db.get<{ watchers: number }>`
    select coalesce(sum(watchers), 0) as watchers from watching join node on node.id = watching.node_id
    where session_id = ${sessionId} and node_id <> ${nodeId} and alive_until > ${now}
  `;
  return row?.watchers ?? 0;
};

const countNodes = async (db: Queries, now: number): Promise<number> => {
  const row = await db.get<{ nodes: number }>`select count(*) as nodes from node where alive_until > ${now}`;
  return row?.nodes ?? 1;
};

/** Removes some of the nodes that have been gone for long, with their numbers. */
const forgetGoneNodes = async (tx: Transaction): Promise<void> => {
  const gone = await tx.lockAvailable<{
    id: string;
  }>`select id from node where alive_until <= ${tx.now - 10 * leaseMs} limit 5`;
  for (const { id } of gone) {
    await tx.run`delete from watching where node_id = ${id}`;
    await tx.run`delete from node where id = ${id}`;
  }
};
