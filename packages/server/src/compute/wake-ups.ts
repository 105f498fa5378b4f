import type { Provider } from '@pairspace/protocol';
import type { Bus } from '../events/bus.ts';
import type { NotificationSignal } from '../events/notification-signal.ts';

export interface JobKind {
  /**
   * The provider of the job's pool. The worker of a process takes jobs of the sandbox, the operator’s workers take both
   * kinds.
   */
  provider: Provider;
  type: string;
}

/**
 * The topic of one kind of jobs, which is notified when such a job may be run. A notification reaches a single waiting
 * worker. This worker notifies the next one when it has taken a job and more jobs wait. No session id has this form. A
 * lost notification only costs time, because every worker also looks by itself now and then.
 */
export const wakeUpTopic = ({ provider, type }: JobKind): string => `${provider}_job_${type.replaceAll('.', '~')}`;

/** Wakes a waiting worker when a job of a kind that it takes may be run. */
export class WakeUps implements Disposable {
  readonly #bus: Bus;
  readonly #waiter: NotificationSignal;
  #topics: readonly string[] = [];
  #stops = new DisposableStack();

  constructor(bus: Bus, waiting: NotificationSignal) {
    this.#bus = bus;
    this.#waiter = waiting;
  }

  /** Listens for these kinds from now on, and for no others. */
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
