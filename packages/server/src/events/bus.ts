type Listener = () => void;

/** Tells whoever follows a session that its log has moved. Carries no content: followers read the log. */
export class Bus {
  readonly #listeners = new Map<string, Set<Listener>>();

  nudge(sessionId: string): void {
    for (const listener of this.#listeners.get(sessionId) ?? []) listener();
  }

  /** Calls `listener` at every nudge of the session, until the returned function is called. */
  watch(sessionId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(sessionId) ?? new Set();
    this.#listeners.set(sessionId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(sessionId) === listeners) this.#listeners.delete(sessionId);
    };
  }
}
