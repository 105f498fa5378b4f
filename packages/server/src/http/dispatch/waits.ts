import type { Endpoint } from '@pairspace/protocol';
import type { SessionHead } from '../../access/session-head.ts';
import type { Bus } from '../../events/bus.ts';
import { NotificationSignal } from '../../events/notification-signal.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import type { AdmittedRequest, Call } from './call.ts';

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

interface WaitParts {
  bus: Bus;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  serviceLimits: Pick<ServiceLimits, 'waits'>;
}

/** The functions with which an operation waits, and notices that its caller has left. */
export const waitsOf = (
  { session, holder, incoming }: AdmittedRequest,
  /** Throws if the caller has lost access. */
  readmit: () => Promise<SessionHead | undefined>,
  { bus, closing, serviceLimits }: WaitParts,
): Pick<Call<Endpoint>, 'longPoll' | 'takeWaitSlot' | 'gone' | 'isStillAdmitted'> => {
  const takeWaitSlot = (): Disposable => serviceLimits.waits.take(holder);
  const gone = (): AbortSignal => AbortSignal.any([closing, incoming.gone()]);
  return {
    longPoll: async (waitSeconds, read, isEmpty, { topic = session?.id, pollMs } = {}) => {
      let completed = session?.status === 'completed';
      if (!waitSeconds || topic === undefined) return { result: await read(), completed };
      using held = new DisposableStack();
      held.use(takeWaitSlot());
      const mayContinue = async (): Promise<boolean> => {
        completed = (await readmit())?.status === 'completed';
        return !completed;
      };
      const waitMs = waitSeconds * 1000;
      const result = await longPoll({ bus, topic, pollMs, waitMs, signal: gone(), read, isEmpty, mayContinue });
      return { result, completed };
    },
    takeWaitSlot,
    gone,
    isStillAdmitted: () =>
      readmit().then(
        () => true,
        () => false,
      ),
  };
};
