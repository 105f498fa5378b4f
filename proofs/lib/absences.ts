import type { Event } from '@pairspace/protocol';
import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../../bench/lib/call.ts';
import { createSession, type OpenSession } from '../../bench/lib/service.ts';

/** What two heartbeats of an agent may be apart in these proofs. */
export const presenceTimeoutMs = 400;

export interface Told {
  /** The heartbeat after which the agent went away. */
  lastSeenAt: string;
  /** From the moment on in which the absence was to be told, to the event. */
  delayMs: number;
  at: number;
}

/** An agent that is there, goes away, and comes back when all was told of it; again and again. */
export class Absences {
  readonly #session: OpenSession;
  readonly #events: Event[] = [];
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
      const before = await this.#count('session.paused');
      await this.#untilDone({ body: {} }, '/presence');
      while ((await this.#count('session.paused')) <= before) await pause(50);
    }
  }

  /** What the log told of absences. A heartbeat after which two are told was taken up twice. */
  get told(): Told[] {
    return this.#events
      .filter(({ event }) => event === 'agent.disconnected')
      .map(({ timestamp, data }) => {
        const lastSeenAt = String(data['lastSeenAt']);
        const at = Date.parse(timestamp);
        return { lastSeenAt, at, delayMs: at - Date.parse(lastSeenAt) - presenceTimeoutMs };
      });
  }

  /** How often the session was paused when it was paused already. */
  get pausedTwice(): number {
    const changes = this.#events.filter(({ event }) => event === 'session.paused' || event === 'session.updated');
    return changes.filter(
      ({ event }, index) => event === 'session.paused' && changes[index - 1]?.event === 'session.paused',
    ).length;
  }

  async #count(name: Event['event']): Promise<number> {
    const { url, token } = this.#session;
    for (;;) {
      const path = `${url}/events?limit=200&since=${String(this.#events.length)}`;
      const page = await call<{ items: Event[] }>(path, { token }).catch(() => undefined);
      if (!page || page.items.length === 0) break;
      this.#events.push(...page.items);
    }
    return this.#events.filter(({ event }) => event === name).length;
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
