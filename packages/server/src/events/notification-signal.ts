import type { Bus } from './bus.ts';

/** A notification can be lost between nodes; then a follower looks by itself after this long. */
export const followPollMs = 5000;

/** Waits for any of some topics to move. Notifications that come between two calls of `next` are not missed. */
export class NotificationSignal {
  #pending = false;
  #wake: (() => void) | undefined;
  readonly #watches = new DisposableStack();

  constructor(bus: Bus, ...topics: readonly string[]) {
    for (const topic of topics) {
      this.#watches.defer(
        bus.watch(topic, () => {
          this.wake();
        }),
      );
    }
  }

  /** Ends the wait under way, or the next, as a notification does. */
  wake(): void {
    this.#pending = true;
    this.#wake?.();
  }

  /** Resolves at the next notification, after `timeoutMs`, or when `signal` aborts. */
  async next(timeoutMs: number, signal: AbortSignal, pollMs = followPollMs): Promise<void> {
    if (!this.#pending && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const timer = setTimeout(resolve, Math.min(timeoutMs, pollMs));
      signal.addEventListener('abort', this.#wake, { once: true });
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', this.#wake);
      this.#wake = undefined;
    }
    this.#pending = false;
  }

  [Symbol.dispose](): void {
    this.#watches.dispose();
  }
}
