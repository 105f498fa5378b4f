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
}

/**
 * Tells whoever follows a session that its log has moved. A nudge carries no content: followers read the log. Only what
 * no log holds travels on the bus itself: transient frames, which are lost on whoever does not listen.
 */
export class Bus {
  readonly #nudged = new Listeners<[]>();
  readonly #announced = new Listeners<[TransientEvent]>();

  nudge(sessionId: string): void {
    this.#nudged.tell(sessionId);
  }

  /** Calls `listener` at every nudge of the session, until the returned function is called. */
  watch(sessionId: string, listener: () => void): () => void {
    return this.#nudged.add(sessionId, listener);
  }

  announce(frame: TransientEvent): void {
    this.#announced.tell(frame.sessionId, frame);
  }

  /** Calls `listener` with every transient frame of the session, until the returned function is called. */
  hear(sessionId: string, listener: (frame: TransientEvent) => void): () => void {
    return this.#announced.add(sessionId, listener);
  }
}
