import { type Client, createClient } from '@pairspace/client';
import { setTimeout as pause } from 'node:timers/promises';

export const waitSeconds = 50;
export const longestPauseMs = 30_000;
/** Seats that begin to wait within this time share a request. */
const collectMs = 50;

/** Refusals after which a token opens nothing any more. */
const lost: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND']);

/** Whether a call failed because the seat, the key or the session is gone. */
export const hasLostAccess = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lost.has(String(error.code));

/** A request for news in all fully read seats of an agent key (ME-6), at most `mostNamedSessions`. */
export class SharedWait {
  readonly #client: Client;
  readonly #signal: AbortSignal;
  readonly #waiting = new Map<string, (() => void)[]>();
  #added = new AbortController();
  #running: Promise<void> | undefined;
  #isOver = false;

  constructor(service: string, key: string, signal: AbortSignal) {
    this.#client = createClient({ baseUrl: service, token: key });
    this.#signal = signal;
  }

  /** Whether the seat in a session belongs to the key, and is among those with the newest activity. */
  async covers(sessionId: string): Promise<boolean> {
    try {
      const { items } = await this.#client.listMySessions({ limit: 200 }, { signal: this.#signal });
      return items.some(({ id }) => id === sessionId);
    } catch {
      return false;
    }
  }

  /** Resolves when the session has something unread, or after a while. False if the key is no longer valid. */
  async next(sessionId: string): Promise<boolean> {
    if (this.#isOver) return false;
    await new Promise<void>((resolve) => {
      this.#waiting.set(sessionId, [...(this.#waiting.get(sessionId) ?? []), resolve]);
      this.#added.abort();
      this.#running ??= this.#run();
    });
    return !this.#isOver;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (this.#waiting.size > 0 && !this.#signal.aborted) {
      await this.#pause(failures === 0 ? collectMs : Math.min(longestPauseMs, 250 * 2 ** failures));
      failures = (await this.#wait()) ? 0 : failures + 1;
    }
    this.#running = undefined;
    this.#notify(this.#waiting.keys());
  }

  /** Sends the request. False if it failed or ended early without news, so that the caller backs off. */
  async #wait(): Promise<boolean> {
    const sessions = [...this.#waiting.keys()];
    this.#added = new AbortController();
    const added = this.#added.signal;
    const askedAt = performance.now();
    try {
      const query = { sessions: sessions.join(','), wait: waitSeconds, limit: 200 };
      const signal = AbortSignal.any([this.#signal, added]);
      const { items } = await this.#client.readMyInbox(query, { signal });
      this.#notify(items.length > 0 ? items.map(({ sessionId }) => sessionId) : sessions);
      return items.length > 0 || performance.now() - askedAt > 1000;
    } catch (error) {
      if (added.aborted) return true;
      this.#isOver = hasLostAccess(error);
      if (this.#isOver) this.#notify(this.#waiting.keys());
      return false;
    }
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }

  #notify(sessionIds: Iterable<string>): void {
    for (const sessionId of [...sessionIds]) {
      for (const end of this.#waiting.get(sessionId) ?? []) end();
      this.#waiting.delete(sessionId);
    }
  }
}
