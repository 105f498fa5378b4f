import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { SearchSource, SearchStore } from '../storage/search-store.ts';
import { type Followed, followSession } from './follow-session.ts';
import { listBehind } from './list-behind.ts';

/**
 * The bounds of a group of sessions that share a commit of the index, since a commit costs as much as indexing some
 * messages. A request that waits for a session waits for the commit under way as well.
 */
const groupSessions = 200;
const groupMs = 100;
/** The number of sessions that take a step at the same time. */
const atOnce = 10;
/** The pause after a group with a session that another process follows. */
const heldPauseMs = 50;
/** The pause before a session that failed is followed again. */
const failedPauseMs = 5000;

interface IndexFollowerOptions {
  store: SearchStore;
  source: SearchSource;
  onFollowed: (followed: [sessionId: string, seq: number][]) => void;
  onError: (error: unknown) => void;
}

/** Indexes the new entries of sessions that have moved. Sessions for which a request waits come first. */
export class IndexFollower {
  readonly #options: IndexFollowerOptions;
  readonly #urgent = new Set<string>();
  readonly #moved = new Set<string>();
  readonly #current = new Set<string>();
  readonly #waits = new Set<{ left: Set<string>; resolve: () => void }>();
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: IndexFollowerOptions) {
    this.#options = options;
  }

  add(sessions: Iterable<string>, isUrgent = false): void {
    for (const id of sessions) (isUrgent ? this.#urgent : this.#moved).add(id);
    if (!this.#isClosed) this.#running ??= this.#run();
  }

  /** Adds the sessions that have moved while no process followed them. */
  async addBehind(): Promise<void> {
    for await (const id of listBehind(this.#options.store, this.#options.source.db)) {
      this.add([id]);
      if (this.#isClosed) return;
      await nextTurn();
    }
  }

  /** Resolves when everything that was added before is followed. */
  async caughtUp(): Promise<void> {
    const left = new Set([...this.#urgent, ...this.#moved, ...this.#current]);
    if (left.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wait = { left, resolve };
    this.#waits.add(wait);
    await promise;
    this.#waits.delete(wait);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed && this.#urgent.size + this.#moved.size > 0) {
      await this.#followNext();
      // Between two groups, the thread receives messages.
      await nextTurn();
    }
    await this.#options.store.settle().catch(this.#options.onError);
    this.#running = undefined;
    if (this.#urgent.size + this.#moved.size > 0) this.add([]);
  }

  async #followNext(): Promise<void> {
    const urgent = new Set(this.#urgent);
    const group = [...urgent.union(this.#moved).keys().take(groupSessions)];
    for (const id of group) {
      this.#current.add(id);
      this.#urgent.delete(id);
      this.#moved.delete(id);
    }
    await this.#followTogether(group, urgent);
    for (const id of group) this.#current.delete(id);
  }

  /** Takes steps in each session. Reports the sessions as followed when all steps are committed. */
  async #followTogether(group: readonly string[], urgent: ReadonlySet<string>): Promise<void> {
    const { store, onFollowed } = this.#options;
    const followed = new Map<string, Followed | undefined>();
    try {
      await store.together(async () => {
        const end = performance.now() + groupMs;
        const left = [...group];
        while (left.length > 0 && performance.now() < end) {
          const ids = left.splice(0, atOnce);
          await this.#followAtOnce(ids, followed);
          left.push(...ids.filter((id) => followed.get(id)?.more));
        }
      });
    } catch (error) {
      // A session that cannot be followed must not hold up the others, so each is followed alone.
      if (group.length > 1) for (const id of group) await this.#followTogether([id], urgent);
      else for (const id of group) this.#fail(id, error);
      return;
    }
    onFollowed([...followed].flatMap(([id, step]) => (step ? [[id, step.seq]] : [])));
    for (const id of group) {
      const step = followed.get(id);
      if (!step || step.more) this.add([id], urgent.has(id));
      else this.#end(id);
    }
    if ([...followed.values()].includes(undefined)) await pause(heldPauseMs);
  }

  /** The queries of several sessions travel together. If one fails, the others end before the commit is given up. */
  async #followAtOnce(ids: readonly string[], followed: Map<string, Followed | undefined>): Promise<void> {
    const { store, source } = this.#options;
    const steps = await Promise.allSettled(
      ids.map(async (id) => followed.set(id, await followSession(store, source.db, id))),
    );
    for (const step of steps) if (step.status === 'rejected') throw step.reason;
  }

  #fail(id: string, error: unknown): void {
    this.#options.onError(error);
    this.#end(id);
    setTimeout(() => {
      this.add([id]);
    }, failedPauseMs).unref();
  }

  /**
   * Ends the waits for a session. If the session has moved meanwhile, it was added again, and nobody waits for that.
   */
  #end(id: string): void {
    for (const { left, resolve } of this.#waits) {
      left.delete(id);
      if (left.size === 0) resolve();
    }
  }
}
