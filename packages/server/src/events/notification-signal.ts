import type { Bus } from './bus.ts';

/**
 * The longest time that a follower waits without a notification before it reads, because a notification between nodes
 * can be lost.
 */
export const followPollMs = 5000;

/**
 * Waits for a notification of any of the given topics. Notifications that come between two calls of `next` are not
 * missed.
 */
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

  /** Ends the running wait, or else the next one, as a notification does. */
  wake(): void {
    this.#pending = true;
    this.#wake?.();
  }

  /** Resolves at the next notification, after the shorter of `timeoutMs` and `pollMs`, or when `signal` aborts. */
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
