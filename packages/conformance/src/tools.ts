/** The tools of rules: many at once, waits, lists, and reasons to skip. */

/** Runs `work` on every item, at most `width` at a time; returns results in the order of the items. */
export const together = async <T, R>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<R>,
  width = 8,
): Promise<R[]> => {
  const waiting = [...items].entries();
  const results: R[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
};

/** `count` numbers from 0. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The bound of every wait for what has no time limit of its own. It ends what hangs, on a busy machine too. */
const hangMs = 120_000;

/** Rejects when the promise takes longer than `ms`; `what` completes the sentence "… took longer than". */
export const within = async <T>(what: string, promise: Promise<T>, ms = hangMs): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`${what} took longer than ${String(ms)} ms`));
  }, ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Reads until the value is as wanted, or the wait hangs; returns the last value. */
export const eventually = async <T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> => {
  const begun = performance.now();
  for (;;) {
    const value = await read();
    if (isThere(value) || performance.now() - begun > hangMs) return value;
  }
};

/** The result, and the time in milliseconds. */
export const timed = async <T>(promise: Promise<T>): Promise<{ result: T; ms: number }> => {
  const begun = performance.now();
  const result = await promise;
  return { result, ms: performance.now() - begun };
};

type Name<T> = (keyof T & string) | `${keyof T & string}.${string}`;

/** The field of each item, or a list of its fields; `actor.id` is a field of a field. */
export const fieldsOf = <T>(items: readonly T[], ...names: Name<T>[]): unknown[] => {
  const fieldOf = (item: T, name: string): unknown =>
    name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], item);
  return items.map((item) =>
    names.length === 1 ? fieldOf(item, names[0] ?? '') : names.map((name) => fieldOf(item, name)),
  );
};

/** The items of a list, page by page. */
export const pagesOf = async <T>(
  read: (at: { cursor?: string }) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[][]> => {
  const first = await read({});
  const pages = [first.items];
  for (let cursor = first.nextCursor; cursor !== null;) {
    const page = await read({ cursor });
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  return pages;
};

/** Thrown by a rule that cannot be tested with this service. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

export const skip = (reason: string): never => {
  throw new Skipped(reason);
};

/** Skips a rule about the rate limits of a client if the service is assumed to run without them. */
export const needLimits = (rateLimited: boolean): void => {
  if (!rateLimited) skip('request limits are taken to be off; --rate-limited says that they are on');
};
