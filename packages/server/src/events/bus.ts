import type { TransientEvent } from '@pairspace/protocol';

class Listeners<Said extends unknown[]> {
  readonly #bySession = new Map<string, Set<(...said: Said) => void>>();

  tell(sessionId: string, ...said: Said): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) listener(...said);
  }

  add(sessionId: string, listener: (...said: Said) => void): () => void {
    const listeners = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#bySession.get(sessionId) === listeners) this.#bySession.delete(sessionId);
    };
  }

  get sessions(): Iterable<string> {
    return this.#bySession.keys();
  }
}

/**
 * Carries notifications and frames to the buses of other nodes. The transport may lose any of them, and loses all of
 * them while it is disconnected.
 */
export interface BusTransport {
  notify(sessionId: string): void;
  announce(frame: TransientEvent): void;
  /**
   * Subscribes to the notifications and frames of a session from other nodes, until the returned function is called.
   */
  listen(sessionId: string): () => void;
  /**
   * Like `listen`, but each notification reaches only one random node among those that listen to the topic in this way.
   */
  listenInGroup(topic: string): () => void;
}

/**
 * Notifies the followers of a session when its log has grown. A notification carries no content: followers read the
 * log. Only transient frames, which no log holds, travel on the bus itself; whoever does not listen misses them.
 */
export class Bus {
  readonly #notified = new Listeners<[]>();
  readonly #announced = new Listeners<[TransientEvent]>();
  readonly #committed = new Set<(topic: string) => void>();
  #transport: BusTransport | undefined;

  /** Connects this bus to the buses of other nodes. */
  join(transport: BusTransport): void {
    this.#transport = transport;
  }

  notify(sessionId: string): void {
    this.notifyLocal(sessionId);
    this.#transport?.notify(sessionId);
    for (const listener of this.#committed) listener(sessionId);
  }

  /** Calls `listener` with each topic that a commit of this node notifies, until the returned function is called. */
  watchCommits(listener: (topic: string) => void): () => void {
    this.#committed.add(listener);
    return () => {
      this.#committed.delete(listener);
    };
  }

  /** Calls `listener` at every notification of the session, until the returned function is called. */
  watch(sessionId: string, listener: () => void): () => void {
    return both(this.#notified.add(sessionId, listener), this.#transport?.listen(sessionId));
  }

  /**
   * Like `watch`, for work that only one taker does. A notification of this node calls all listeners here, and the
   * listeners on one other node. A topic is used either with `watch` or with `watchInGroup`, never with both.
   */
  watchInGroup(topic: string, listener: () => void): () => void {
    return both(this.#notified.add(topic, listener), this.#transport?.listenInGroup(topic));
  }

  announce(frame: TransientEvent): void {
    this.announceLocal(frame);
    this.#transport?.announce(frame);
  }

  /** Calls `listener` with every transient frame of the session, until the returned function is called. */
  watchTransient(sessionId: string, listener: (frame: TransientEvent) => void): () => void {
    return both(this.#announced.add(sessionId, listener), this.#transport?.listen(sessionId));
  }

  /** Notifies the followers on this node only. */
  notifyLocal(sessionId: string): void {
    this.#notified.tell(sessionId);
  }

  announceLocal(frame: TransientEvent): void {
    this.#announced.tell(frame.sessionId, frame);
  }

  /** Notifies every follower on this node, for when notifications may have been lost. */
  notifyAllLocal(): void {
    for (const sessionId of [...this.#notified.sessions]) this.notifyLocal(sessionId);
  }
}

const both =
  (stopHere: () => void, stopElsewhere: (() => void) | undefined): (() => void) =>
  () => {
    stopHere();
    stopElsewhere?.();
  };
