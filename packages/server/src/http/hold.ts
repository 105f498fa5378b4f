import type { Bus } from '../events/bus.ts';
import { Moved } from '../events/moved.ts';

interface Hold<T> {
  bus: Bus;
  sessionId: string;
  waitMs: number;
  signal: AbortSignal;
  read: () => Promise<T>;
  isEmpty: (result: T) => boolean;
  /** Called before each further read; answers whether anything can still come. Throws when the caller may not wait on. */
  mayCome: () => Promise<boolean>;
}

/** A long poll: reads until something is there, the time is up, or nothing can come. */
export const holdUntilFound = async <T>({
  bus,
  sessionId,
  waitMs,
  signal,
  read,
  isEmpty,
  mayCome,
}: Hold<T>): Promise<T> => {
  // Watching begins before the first read, so that nothing falls between a read and the wait after it.
  using moved = new Moved(bus, sessionId);
  const deadline = performance.now() + waitMs;
  for (;;) {
    const result = await read();
    const left = deadline - performance.now();
    if (!isEmpty(result) || left <= 0 || signal.aborted || !(await mayCome())) return result;
    await moved.next(left, signal);
    await mayCome();
  }
};
