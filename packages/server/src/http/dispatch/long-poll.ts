import type { Bus } from '../../events/bus.ts';
import { NotificationSignal } from '../../events/notification-signal.ts';

interface LongPollOptions<T> {
  bus: Bus;
  /** The topic that is notified when there may be something. */
  topic: string;
  /** How often it looks all the same, for when a notification is lost. */
  pollMs?: number | undefined;
  waitMs: number;
  signal: AbortSignal;
  read: () => Promise<T>;
  isEmpty: (result: T) => boolean;
  /** Called after each read; answers whether anything can still come. Throws when the caller may read and wait no more. */
  mayContinue: () => Promise<boolean>;
}

/** A long poll: reads until something is there, the time is up, or nothing can come. */
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
  // Watching begins before the first read, so that nothing falls between a read and the wait after it.
  using notifications = new NotificationSignal(bus, topic);
  const deadline = performance.now() + waitMs;
  for (;;) {
    const result = await read();
    const left = deadline - performance.now();
    const more = await mayContinue();
    if (!isEmpty(result) || left <= 0 || signal.aborted) return result;
    // The end itself may be news: it can fall between the read and the question whether anything can still come.
    if (!more) return await read();
    await notifications.next(left, signal, pollMs);
  }
};
