import type { Event } from '@pairspace/protocol';
import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../../bench/lib/call.ts';
import { createSession, type OpenSession } from '../../bench/lib/service.ts';

/** What two heartbeats of an agent may be apart in these proofs. */
export const presenceTimeoutMs = 400;

/** An agent that is there, goes away, and comes back when all was told of it; again and again. */
export class Absences {
  /** From the moment on in which an absence was to be told, to it being told. */
  readonly delaysMs: number[] = [];
  count = 0;
  readonly #session: OpenSession;
  #stopped = false;
  readonly #running: Promise<void>;

  private constructor(session: OpenSession) {
    this.#session = session;
    this.#running = this.#run();
  }

  static async begin(base: string): Promise<Absences> {
    const session = await createSession(base);
    const { url, token } = session;
    await call(url, { token, method: 'PATCH', body: { mode: 'realtime', status: 'active' } });
    return new Absences(session);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.#untilDone({ method: 'PATCH', body: { status: 'active' } }, '');
      await this.#untilDone({ body: {} }, '/presence');
      const goneAt = performance.now();
      this.count++;
      while ((await this.told('agent.disconnected')) < this.count) await pause(20);
      this.delaysMs.push(performance.now() - goneAt - presenceTimeoutMs);
      while ((await this.told('session.paused')) < this.count) await pause(20);
    }
  }

  /** How often the log tells of this. */
  async told(name: Event['event']): Promise<number> {
    const { url, token } = this.#session;
    let told = 0;
    for (let since = 0; ;) {
      const path = `${url}/events?limit=200&since=${String(since)}`;
      const page = await call<{ items: Event[] }>(path, { token }).catch(() => undefined);
      if (page === undefined) return 0;
      told += page.items.filter(({ event }) => event === name).length;
      const last = page.items.at(-1);
      if (!last) return told;
      since = last.seq;
    }
  }

  async #untilDone(options: { method?: string; body: unknown }, path: string): Promise<void> {
    for (;;) {
      try {
        await call(`${this.#session.url}${path}`, { token: this.#session.token, ...options });
        return;
      } catch {
        await pause(20);
      }
    }
  }

  /** Resolves when the absence under way has been told. */
  async end(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}
