import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { SearchSource, SearchStore } from '../storage/search-store.ts';
import { followSession } from './follow-session.ts';
import { listBehind } from './list-behind.ts';

/** How long to leave a session alone that another process follows, or at which something failed. */
const heldPauseMs = 50;
const failedPauseMs = 5000;

interface IndexFollowerOptions {
  store: SearchStore;
  source: SearchSource;
  onFollowed: (sessionId: string, seq: number) => void;
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

  /** Finds what moved while nobody followed. */
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
    while (!this.#isClosed) {
      const from = this.#urgent.size > 0 ? this.#urgent : this.#moved;
      const [id] = from;
      if (id === undefined) break;
      from.delete(id);
      if (from === this.#urgent) this.#moved.delete(id);
      await this.#follow(id, from === this.#urgent);
      // Between two steps the thread takes messages.
      await nextTurn();
    }
    await this.#options.store.settle().catch(this.#options.onError);
    this.#running = undefined;
    if (this.#urgent.size + this.#moved.size > 0) this.add([]);
  }

  async #follow(id: string, isUrgent: boolean): Promise<void> {
    const { store, source, onFollowed, onError } = this.#options;
    this.#current.add(id);
    try {
      const followed = await followSession(store, source.db, id);
      if (followed) onFollowed(id, followed.seq);
      else await pause(heldPauseMs);
      if (!followed || followed.more) this.add([id], isUrgent);
      else this.#end(id);
    } catch (error) {
      onError(error);
      this.#end(id);
      setTimeout(() => {
        this.add([id]);
      }, failedPauseMs).unref();
    } finally {
      this.#current.delete(id);
    }
  }

  /** A session that moved meanwhile is added anew, and no longer waited for. */
  #end(id: string): void {
    for (const { left, resolve } of this.#waits) {
      left.delete(id);
      if (left.size === 0) resolve();
    }
  }
}
