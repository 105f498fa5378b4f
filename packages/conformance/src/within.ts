/** Rejects when the promise takes longer than `ms`; `what` completes the sentence "… took longer than". */
export const within = async <T>(ms: number, what: string, promise: Promise<T>): Promise<T> => {
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

/** The result, and the time in milliseconds. */
export const timed = async <T>(promise: Promise<T>): Promise<{ result: T; ms: number }> => {
  const begun = performance.now();
  const result = await promise;
  return { result, ms: performance.now() - begun };
};
