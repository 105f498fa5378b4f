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

/** Carries what the bus says to the buses of other nodes. It may lose any of it, and does while it is away. */
export interface BusTransport {
  notify(sessionId: string): void;
  announce(frame: TransientEvent): void;
  /** Asks for what is said of a session elsewhere, until the returned function is called. */
  listen(sessionId: string): () => void;
  /** Like `listen`, but one random node of all that listen to a topic in this way is notified. */
  listenInGroup(topic: string): () => void;
}

/**
 * Tells whoever follows a session that its log has moved. A notification carries no content: followers read the log. Only what
 * no log holds travels on the bus itself: transient frames, which are lost on whoever does not listen.
 */
export class Bus {
  readonly #notified = new Listeners<[]>();
  readonly #announced = new Listeners<[TransientEvent]>();
  readonly #committed = new Set<(topic: string) => void>();
  #transport: BusTransport | undefined;

  /** Joins the buses of other nodes. */
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
   * Like `watch`, for work that one taker does: a notification here calls every taker on this node, and one taker on
   * another node. A topic is either watched or taken from.
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

  /** Tells the followers on this node alone. */
  notifyLocal(sessionId: string): void {
    this.#notified.tell(sessionId);
  }

  announceLocal(frame: TransientEvent): void {
    this.#announced.tell(frame.sessionId, frame);
  }

  /** Has every follower on this node look at its log, for when notifications may have been lost. */
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
