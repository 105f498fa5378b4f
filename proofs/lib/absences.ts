import type { Event, Session } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { setTimeout as pause } from 'node:timers/promises';

/** What two heartbeats of an agent may be apart in these proofs. */
export const presenceTimeoutMs = 400;
/** Longer than the servers are away in any proof. */
const untoldMs = 30_000;

export interface ReportedAbsence {
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
  /** Heartbeats after which no pause came. */
  readonly untold: string[] = [];
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
      const { lastSeq } = await this.#untilDone<Session>({ method: 'PATCH', body: { status: 'active' } }, '');
      await this.#untilDone({ body: {} }, '/presence');
      await this.#untilPaused(lastSeq);
    }
  }

  /** Resolves when the log tells of a pause after `since`: the session was active then. */
  async #untilPaused(since: number): Promise<void> {
    const deadline = performance.now() + untoldMs;
    while (!this.#events.some(({ event, seq }) => event === 'session.paused' && seq > since)) {
      if (performance.now() > deadline) {
        this.untold.push(`${this.#session.id}: no pause after ${String(since)}`);
        return;
      }
      await pause(50);
      await this.#readOn();
    }
  }

  /** What the log told of absences. A heartbeat after which two are told was taken up twice. */
  get told(): ReportedAbsence[] {
    return this.#events
      .filter((one) => one.event === 'agent.disconnected')
      .map(({ timestamp, data }) => {
        const lastSeenAt = String(data.lastSeenAt);
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

  /** Reads what the log has more by now; a page that fails comes the next time. */
  async #readOn(): Promise<void> {
    const { url, token } = this.#session;
    const path = `${url}/events?limit=200&since=${String(this.#events.length)}`;
    const page = await call<{ items: Event[] }>(path, { token }).catch(() => ({ items: [] }));
    this.#events.push(...page.items);
  }

  async #untilDone<Data>(options: { method?: string; body: unknown }, path: string): Promise<Data> {
    for (;;) {
      try {
        return await call<Data>(`${this.#session.url}${path}`, { token: this.#session.token, ...options });
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
