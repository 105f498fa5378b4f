import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { RecentMap } from '../lib/recent-map.ts';
import { KeyedTurns, Semaphore } from '../lib/semaphore.ts';
import { Places, tooManyOpen } from '../limits/places.ts';
import type { SearchFound, SearchQuery } from '../storage/search-store.ts';
import { startThread } from '../threads/start-thread.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import type { FromFollower, ToFollower } from './follow-worker.ts';
import { indexFile, type SearchPlace } from './place.ts';

/**
 * The thread gets the sessions that move within this time in one message, so that they share commits of the index. A
 * search sends this message at once.
 */
const gatherMs = 250;
const maxKnown = 10_000;
const threadMegabytes = 512;
/** The number of searches of an address that run or wait. A further one returns a partial result. */
const askedAtOnce = 64;
/** The time limit of a statement in PostgreSQL. */
const statementMs = 500;

interface Finder extends AsyncDisposable {
  find: (query: SearchQuery) => Promise<SearchFound>;
}

interface SearchIndexOptions {
  place: SearchPlace;
  onError: (error: unknown) => void;
}

/**
 * The search index of the sessions. A thread follows their logs and fills the index after the commits, and another
 * thread searches it, so that requests wait for neither.
 */
export class SearchIndex implements AsyncDisposable {
  readonly #options: SearchIndexOptions;
  readonly #moved = new Set<string>();
  #gathering: NodeJS.Timeout | undefined;
  #thread: Worker | undefined;
  #finder: Promise<Finder> | undefined;
  readonly #asked = new Places({ address: askedAtOnce }, tooManyOpen('searches'));
  /** A single search of each address waits for the turn, so that no address waits for all searches of another. */
  readonly #addresses = new KeyedTurns();
  readonly #turn = new Semaphore(1);
  /** The newest position of each session that the thread has reported. */
  readonly #known = new RecentMap<string, number>(maxKnown);
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #pings = new Map<number, () => void>();
  #pingCount = 0;
  #isClosed = false;

  constructor(options: SearchIndexOptions) {
    this.#options = options;
  }

  /** Notes that a session has new events or was deleted. */
  noteMoved(sessionId: string): void {
    this.#moved.add(sessionId);
    this.#gathering ??= setTimeout(() => {
      this.#tellMoved();
    }, gatherMs).unref();
  }

  /**
   * Waits until the session is followed up to `seq`, for at most `waitMs`; returns the seq up to which it is followed.
   */
  async followed(sessionId: string, seq: number, waitMs: number): Promise<number> {
    const known = (): number => this.#known.get(sessionId) ?? 0;
    const deadline = performance.now() + waitMs;
    if (known() < seq) this.#tell({ moved: [sessionId], isUrgent: true });
    while (known() < seq && performance.now() < deadline && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waits = this.#waiting.get(sessionId) ?? new Set();
      this.#waiting.set(sessionId, waits.add(resolve));
      await within(promise, deadline - performance.now());
      waits.delete(resolve);
      if (waits.size === 0 && this.#waiting.get(sessionId) === waits) this.#waiting.delete(sessionId);
    }
    return known();
  }

  /** Waits until every session that has moved on this node is followed, for at most `waitMs`. */
  async caughtUp(waitMs: number): Promise<void> {
    this.#tellMoved();
    const ping = this.#pingCount++;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pings.set(ping, resolve);
    this.#tell({ ping });
    await within(promise, waitMs);
    this.#pings.delete(ping);
  }

  /** Never fails: hits that could not be found in time are left out (SRCH-11). */
  async find(query: SearchQuery, address: string): Promise<SearchFound> {
    using held = new DisposableStack();
    try {
      held.use(this.#asked.take({ address }));
    } catch {
      return { hits: [], partial: true };
    }
    try {
      held.use(await this.#addresses.take(address));
      held.use(await this.#turn.take());
      this.#finder ??= openFinder(this.#options.place);
      return await (await this.#finder).find(query);
    } catch (error) {
      this.#options.onError(error);
      return { hits: [], partial: true };
    }
  }

  #tellMoved(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#moved.size === 0) return;
    this.#tell({ moved: [...this.#moved], isUrgent: false });
    this.#moved.clear();
  }

  #tell(message: ToFollower): void {
    if (this.#isClosed) return;
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = startThread(new URL('./follow-worker', import.meta.url), {
      maxOldGenerationSizeMb: threadMegabytes,
      maxYoungGenerationSizeMb: 16,
    });
    thread.on('message', (message: FromFollower) => {
      this.#hear(message);
    });
    thread.on('error', this.#options.onError);
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    thread.postMessage({ open: this.#options.place } satisfies ToFollower);
    return thread;
  }

  #hear(message: FromFollower): void {
    if ('error' in message) this.#options.onError(message.error);
    else if ('pong' in message) this.#pings.get(message.pong)?.();
    else for (const [sessionId, seq] of message.followed) this.#know(sessionId, seq);
  }

  /**
   * Records the indexed position of a session. Infinity means that the session is deleted; its position is forgotten,
   * because an import may restore the session.
   */
  #know(sessionId: string, seq: number): void {
    if (seq === Infinity) this.#known.delete(sessionId);
    else this.#known.set(sessionId, seq);
    for (const resolve of this.#waiting.get(sessionId) ?? []) resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#gathering);
    for (const waits of this.#waiting.values()) for (const resolve of waits) resolve();
    for (const resolve of this.#pings.values()) resolve();
    const thread = this.#thread;
    if (thread) {
      const ended = once(thread, 'exit');
      this.#tell({ close: true });
      await ended;
    }
    this.#isClosed = true;
    await (await this.#finder?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }
}

const within = async (promise: Promise<void>, ms: number): Promise<void> => {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, over]);
  clearTimeout(timer);
};

/** PostgreSQL searches in its own processes; SQLite searches in a thread of this one. */
const openFinder = async (place: SearchPlace): Promise<Finder> => {
  if ('databaseUrl' in place) {
    const { PostgresFinder } = await import('../storage/postgres/find-documents.ts');
    return new PostgresFinder(place.databaseUrl, statementMs);
  }
  const file = indexFile(place.dataFolder);
  const thread = new WorkerThread<{ file: string; query: SearchQuery }, SearchFound>({
    program: new URL('./find-worker', import.meta.url),
  });
  return {
    find: (query) => thread.run({ file, query }),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
};
