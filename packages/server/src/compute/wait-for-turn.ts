import { Provider } from '@pairspace/protocol';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import type { Queries } from '../storage/storage.ts';
import { findTurn, type TurnFilter } from './scheduler.ts';
import { wakeUpTopic } from './wake-up-topic.ts';

interface Wait {
  read: Queries;
  bus: Bus;
  waitMs: number;
  /** The poll interval, for jobs without a notification. */
  pollMs?: number | undefined;
  signal: AbortSignal;
  /** Takes a wait slot of the caller. */
  takeWaitSlot: () => Disposable;
  /** Whether the waiting caller would still be admitted. */
  isStillAdmitted: () => Promise<boolean>;
}

/** Waits until there is a job to claim, at most `waitMs`. */
export const waitForTurn = async (
  choice: TurnFilter,
  { read, bus, waitMs, pollMs, signal, takeWaitSlot, isStillAdmitted }: Wait,
): Promise<void> => {
  const { sessionId, types, sandboxOnly = false } = choice;
  const deadline = performance.now() + waitMs;
  using waits = new DisposableStack();
  waits.use(takeWaitSlot());
  // The topic of a session notifies everyone who waits. The topic of a kind of job notifies only one of them.
  const notifications = waits.use(
    sessionId === undefined ? new NotificationSignal(bus) : new NotificationSignal(bus, sessionId),
  );
  if (sessionId === undefined) {
    const providers = sandboxOnly ? (['sandbox'] as const) : Provider.options;
    const topics = types.flatMap((type) => providers.map((provider) => wakeUpTopic({ provider, type })));
    const wake = (): void => {
      notifications.wake();
    };
    for (const topic of new Set(topics)) waits.defer(bus.watchInGroup(topic, wake));
  }
  while (!signal.aborted && !(await findTurn(read, choice))) {
    const left = deadline - performance.now();
    if (left <= 0 || !(await isStillAdmitted())) return;
    await notifications.next(left, signal, pollMs);
  }
};
