import type { Event, Session } from '@pairspace/protocol';
import type { OpenSession } from '@pairspace/testkit/service';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { insist } from './key-world.ts';
import { until } from './until.ts';

const reconnectMs = 25;

/** Follows a session's live stream from its first event, and resumes after every disconnection. */
export class Follower implements Disposable {
  readonly sessionId: string;
  /** Ids of the entities, by the index of the received event, from 0. */
  readonly received: string[] = [];
  readonly problems: string[] = [];
  readonly #session: OpenSession;
  readonly #stop = new AbortController();

  constructor(session: OpenSession) {
    this.sessionId = session.id;
    this.#session = session;
    void this.#run();
  }

  get lastSeq(): number {
    return this.received.length;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#followOnce();
      } catch {
        await pause(reconnectMs);
      }
    }
  }

  async #followOnce(): Promise<void> {
    const { url, token } = this.#session;
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': String(this.lastSeq) };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(`${url}/stream`, { headers, agent: false, signal: this.#stop.signal }, resolve).on('error', reject);
    const stream = (await promise).setEncoding('utf8');
    if (stream.statusCode !== 200) throw new Error('The stream was refused.');
    let rest = '';
    for await (const chunk of stream as AsyncIterable<string>) {
      const frames = (rest + chunk).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) this.#take(frame);
    }
  }

  #take(frame: string): void {
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    // A transient frame, such as that of a heartbeat, has no place in the log.
    if (data === undefined || !/^id:/m.test(frame)) return;
    const event = JSON.parse(data) as Event;
    if (event.seq !== this.lastSeq + 1) {
      this.problems.push(`${this.sessionId}: event ${String(event.seq)} came after ${String(this.lastSeq)}`);
    }
    this.received.push(event.data.id);
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }
}

/** Resolves when the followers have every log completely, or after a time limit. */
export const untilCaughtUp = async (
  followers: readonly Follower[],
  sessions: readonly OpenSession[],
): Promise<void> => {
  for (const session of sessions) {
    const { lastSeq } = await insist<Session>(session.url, { token: session.token });
    const own = followers.filter(({ sessionId }) => sessionId === session.id);
    await until(() => own.every((it) => it.lastSeq >= lastSeq), 20_000);
  }
};
