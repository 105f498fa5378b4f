import type { Bus } from '../../events/bus.ts';
import { NotificationSignal } from '../../events/notification-signal.ts';

interface LongPollOptions<T> {
  bus: Bus;
  /** The topic that is notified of possible news. */
  topic: string;
  /** The interval at which to read without a notification, because notifications can be lost. */
  pollMs?: number | undefined;
  waitMs: number;
  signal: AbortSignal;
  read: () => Promise<T>;
  isEmpty: (result: T) => boolean;
  /** Called after each read; returns whether further news is possible. Throws if the caller has lost access. */
  mayContinue: () => Promise<boolean>;
}

/** A long poll: repeats a read until there is news, the time is up, or no further news is possible. */
export const longPoll = async <T>({
  bus,
  topic,
  pollMs,
  waitMs,
  signal,
  read,
  isEmpty,
  mayContinue,
}: LongPollOptions<T>): Promise<T> => {
  // Watching begins before the first read, so that no news falls between a read and the wait after it.
  using notifications = new NotificationSignal(bus, topic);
  const deadline = performance.now() + waitMs;
  for (;;) {
    const result = await read();
    const left = deadline - performance.now();
    const more = await mayContinue();
    if (!isEmpty(result) || left <= 0 || signal.aborted) return result;
    // The session may have ended between the read and `mayContinue`. The end is news, so the read is repeated.
    if (!more) return await read();
    await notifications.next(left, signal, pollMs);
  }
};
