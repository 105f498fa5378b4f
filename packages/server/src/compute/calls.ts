import type { Provider } from '@pairspace/protocol';
import type { Bus } from '../events/bus.ts';
import type { Moved } from '../events/moved.ts';

export interface JobKind {
  /** Of its pool: executors run those of the sandbox alone, the operator’s workers both. */
  provider: Provider;
  type: string;
}

/**
 * What is nudged when a job of a kind may be run: one of those who could take it is called, and calls the next when it
 * has taken one and more wait. No session has such an id. A call that is lost costs time only: everyone looks by itself
 * now and then.
 */
export const callFor = ({ provider, type }: JobKind): string => `${provider}_job_${type.replaceAll('.', '~')}`;

/** Wakes one who waits when a job of a kind that he can run may be run. */
export class Calls implements Disposable {
  readonly #bus: Bus;
  readonly #waiting: Moved;
  #heard: readonly string[] = [];
  #stops = new DisposableStack();

  constructor(bus: Bus, waiting: Moved) {
    this.#bus = bus;
    this.#waiting = waiting;
  }

  /** From now on hears calls for these kinds, and for no others. */
  hear(kinds: readonly JobKind[]): void {
    const topics = kinds.map(callFor);
    if (topics.join() === this.#heard.join()) return;
    this.#stops.dispose();
    this.#stops = new DisposableStack();
    this.#heard = topics;
    for (const topic of new Set(topics)) {
      this.#stops.defer(
        this.#bus.take(topic, () => {
          this.#waiting.wake();
        }),
      );
    }
  }

  [Symbol.dispose](): void {
    this.hear([]);
  }
}
