import type { Provider } from '@pairspace/protocol';
import type { Bus } from '../events/bus.ts';
import type { NotificationSignal } from '../events/notification-signal.ts';

export interface JobKind {
  /** The provider of its pool: the worker of a process takes jobs of the sandbox, the operator’s workers take both. */
  provider: Provider;
  type: string;
}

/**
 * The topic that is notified when a job of a kind may be run: one of those who could take it is called, and calls the next when it
 * has taken one and more wait. No session has such an id. A call that is lost costs time only: everyone looks by itself
 * now and then.
 */
export const wakeUpTopic = ({ provider, type }: JobKind): string => `${provider}_job_${type.replaceAll('.', '~')}`;

/** Wakes one who waits when a job of a kind that he can run may be run. */
export class WakeUps implements Disposable {
  readonly #bus: Bus;
  readonly #waiter: NotificationSignal;
  #topics: readonly string[] = [];
  #stops = new DisposableStack();

  constructor(bus: Bus, waiting: NotificationSignal) {
    this.#bus = bus;
    this.#waiter = waiting;
  }

  /** From now on hears calls for these kinds, and for no others. */
  listenFor(kinds: readonly JobKind[]): void {
    const topics = kinds.map(wakeUpTopic);
    if (topics.join() === this.#topics.join()) return;
    this.#stops.dispose();
    this.#stops = new DisposableStack();
    this.#topics = topics;
    for (const topic of new Set(topics)) {
      this.#stops.defer(
        this.#bus.watchInGroup(topic, () => {
          this.#waiter.wake();
        }),
      );
    }
  }

  [Symbol.dispose](): void {
    this.listenFor([]);
  }
}
