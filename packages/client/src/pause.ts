/** Resolves after a time, or rejects with the signal's reason if the signal aborts first. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export const pause: Pause = async (ms, signal) => {
  signal?.throwIfAborted();
  let clear = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      const stop = (): void => {
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
      clear = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      };
    });
  } finally {
    clear();
  }
};

const longestBackoffMs = 30_000;

/** The time before the next try. It doubles with each failure, and a random part keeps many clients apart. */
export const backoffMs = (firstMs: number, failures: number): number =>
  Math.min(longestBackoffMs, firstMs * 2 ** failures) * (1 + Math.random() / 4);
