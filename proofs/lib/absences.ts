import type { Event, Session } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { setTimeout as pause } from 'node:timers/promises';

/** The presence timeout of agents in these proofs. */
export const presenceTimeoutMs = 400;
/** A time longer than any outage in a proof. */
const untoldMs = 30_000;

export interface ReportedAbsence {
  /** The last heartbeat before the absence. */
  lastSeenAt: string;
  /** The time from the moment when the absence was due to its event. */
  delayMs: number;
  at: number;
}

/** An agent that repeatedly sends heartbeats, stops, and resumes after the absence was reported. */
export class Absences {
  readonly #session: OpenSession;
  readonly #events: Event[] = [];
  /** Heartbeats that were not followed by a pause. */
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

  /** Resolves when the log has a pause after `since`; the session was active then. */
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

  /** The absences in the log. Two absences after one heartbeat mean that it was handled twice. */
  get told(): ReportedAbsence[] {
    return this.#events
      .filter((one) => one.event === 'agent.disconnected')
      .map(({ timestamp, data }) => {
        const lastSeenAt = String(data.lastSeenAt);
        const at = Date.parse(timestamp);
        return { lastSeenAt, at, delayMs: at - Date.parse(lastSeenAt) - presenceTimeoutMs };
      });
  }

  /** The number of pauses of a session that was already paused. */
  get pausedTwice(): number {
    const changes = this.#events.filter(({ event }) => event === 'session.paused' || event === 'session.updated');
    return changes.filter(
      ({ event }, index) => event === 'session.paused' && changes[index - 1]?.event === 'session.paused',
    ).length;
  }

  /** Reads new events of the log; a failed page is read again the next time. */
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

  /** Resolves when the present absence was reported. */
  async end(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}
