import { loggedEvents, type LoggedName, pageBytes, type Session, type TransientEvent } from '@pairspace/protocol';
import { findSessionHead } from '../access/session-head.ts';
import { Turns } from '../lib/turns.ts';
import type { Queries } from '../storage/storage.ts';
import type { Bus } from './bus.ts';
import { deletedFrame, eventFrame, type FrameSink, transientFrame } from './frame.ts';
import { followPollMs, NotificationSignal } from './notification-signal.ts';
import { readEvents } from './read-events.ts';

const pageSize = 200;
export interface Follower {
  sink: FrameSink;
  /** The seq of the last event that the follower has. It receives the events after this one. */
  seq: number;
  /** The reader may read only while the session is public. */
  publicOnly: boolean;
  /** The agent or observer; undefined for a stranger. */
  holderId: string | undefined;
  /**
   * Whether the access of the follower may end with a create key. Such an end is not always recorded as an event
   * (MOD-13, MOD-19).
   */
  readsByKey: boolean;
  /** Whether the follower may still read. */
  isStillAdmitted: () => Promise<boolean>;
  /** Called once when the follower is let go. */
  release: () => void;
}

/** How often the broadcaster checks the followers that read by a create key. */
const keyPollMs = 2000;

interface BroadcasterOptions {
  db: Queries;
  bus: Bus;
  now: () => number;
  sessionId: string;
  seq: number;
  onIdle: () => void;
}

/** Reads the new events of one log, and sends every frame, serialised once, to all who follow the log live. */
export class Broadcaster {
  #keysCheckedAt = 0;
  readonly #options: BroadcasterOptions;
  readonly #followers = new Set<Follower>();
  readonly #stop = new AbortController();
  readonly #heard: TransientEvent[] = [];
  #seq: number;

  constructor(options: BroadcasterOptions) {
    this.#options = options;
    this.#seq = options.seq;
    void this.#run();
  }

  /** The seq of the last event that was sent. A follower that has this event can join without a gap. */
  get seq(): number {
    return this.#seq;
  }

  join(follower: Follower): void {
    this.#followers.add(follower);
    const leave = (): void => {
      this.#release(follower);
    };
    if (follower.sink.closed.aborted) leave();
    else follower.sink.closed.addEventListener('abort', leave, { once: true });
  }

  #release(follower: Follower): void {
    if (!this.#followers.delete(follower)) return;
    follower.release();
    if (this.#followers.size === 0) {
      this.#stop.abort();
      this.#options.onIdle();
    }
  }

  #releaseAll(): void {
    for (const follower of [...this.#followers]) this.#release(follower);
  }

  async #run(): Promise<void> {
    const { db, bus, sessionId } = this.#options;
    using notifications = new NotificationSignal(bus, sessionId);
    using hearing = new DisposableStack();
    hearing.defer(
      bus.watchTransient(sessionId, (frame) => {
        this.#heard.push(frame);
        notifications.wake();
      }),
    );
    while (!this.#stop.signal.aborted) {
      try {
        // Events that were committed before a transient frame was announced are sent before the frame, so that the
        // frame does not reach a follower whom these events shut out.
        const heard = this.#heard.splice(0);
        let [mayBeMore, head] = await Promise.all([this.#handOut(), findSessionHead(db, sessionId)]);
        while (mayBeMore) [mayBeMore, head] = await Promise.all([this.#handOut(), findSessionHead(db, sessionId)]);
        await this.#passOn(heard);
        if (!head) {
          while (await this.#handOut());
          this.#sayDeleted();
          return;
        }
      } catch {
        // The database cannot be reached. The released followers resume from the log, here or on another node.
        this.#releaseAll();
        return;
      }
      await this.#dropEndedKeys();
      await notifications.next(this.#pollMs, this.#stop.signal);
    }
  }

  /** Sends the next events to the followers. Returns whether there may be more events. */
  async #handOut(): Promise<boolean> {
    const { db, sessionId } = this.#options;
    const turns = new Turns();
    const events = await readEvents(db, { sessionId, since: this.#seq, limit: pageSize, bytes: pageBytes });
    for (const event of events) {
      // The number is set first, so that no follower joins before this event while the other followers are checked.
      this.#seq = event.seq;
      if (event.event === 'session.updated' && (JSON.parse(event.data) as Session).visibility === 'private')
        this.#dropStrangers();
      if (loggedEvents[event.event].kind === 'seat')
        await this.#dropRefused(JSON.parse(event.data) as { id: string; role?: string }, event.event);
      const frame = eventFrame(event);
      for (const follower of this.#followers) if (follower.seq < event.seq) follower.sink.write(frame);
      // A follower that joins during the turn has this event, and gets the later events.
      await turns.take();
    }
    const available = events[0]?.available ?? 0;
    return available === pageSize || available > events.length;
  }

  get #pollMs(): number {
    return [...this.#followers].some(({ readsByKey }) => readsByKey) ? keyPollMs : followPollMs;
  }

  /** Releases followers whose create key has ended, whether the session is quiet or busy. */
  async #dropEndedKeys(): Promise<void> {
    const now = performance.now();
    if (now - this.#keysCheckedAt < keyPollMs / 2) return;
    this.#keysCheckedAt = now;
    await this.#releaseRefused(({ readsByKey }) => readsByKey);
  }

  async #passOn(heard: readonly TransientEvent[]): Promise<void> {
    const turns = new Turns();
    for (const transient of heard) {
      const frame = transientFrame(transient);
      for (const follower of this.#followers) follower.sink.write(frame);
      await turns.take();
    }
  }

  /**
   * Checks the followers of a holder of whom a token has ended; another token may be in use already. The end of the key
   * of a creator ends the observer token of the creation too (KEY-2).
   */
  async #dropRefused({ id, role }: { id: string; role?: string }, event: LoggedName): Promise<void> {
    const alsoOthers = event === 'agent.revoked' && role === 'creator';
    await this.#releaseRefused(({ holderId }) => holderId === id || (alsoOthers && holderId !== undefined));
  }

  async #releaseRefused(among: (follower: Follower) => boolean): Promise<void> {
    await Promise.all(
      [...this.#followers].filter(among).map(async (follower) => {
        if (!(await follower.isStillAdmitted())) this.#release(follower);
      }),
    );
  }

  #dropStrangers(): void {
    for (const follower of [...this.#followers]) if (follower.publicOnly) this.#release(follower);
  }

  #sayDeleted(): void {
    const { sessionId, now } = this.#options;
    const frame = deletedFrame({ sessionId, seq: this.#seq + 1, at: now() });
    for (const follower of this.#followers) follower.sink.write(frame);
    this.#releaseAll();
  }
}
