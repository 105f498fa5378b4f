/** The bound of every wait for what has no time limit of its own. It ends what hangs, on a busy machine too. */
export const hangMs = 120_000;

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
