import type { ServerResponse } from 'node:http';

/** Stops the production of what nobody reads; never seen outside. */
export class NobodyReads extends Error {}

interface Patience {
  /** A client that takes nothing for this long is given up. */
  stallMs: number;
  /** The client is given up after this time. */
  leftMs?: number;
  /** Asked every second; the client is given up when it holds. */
  isCut: () => boolean;
}

/** Waits for the client to take what was written. Rejects with `NobodyReads` when the client is given up. */
export const drained = async (raw: ServerResponse, { stallMs, leftMs, isCut }: Patience): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = (): void => {
    reject(new NobodyReads());
  };
  const whole = leftMs === undefined ? undefined : setTimeout(giveUp, leftMs);
  const awaited = setInterval(() => {
    if (isCut()) giveUp();
  }, 1000);
  raw.once('drain', resolve).once('close', resolve).once('timeout', giveUp).setTimeout(stallMs);
  try {
    await promise;
  } finally {
    clearTimeout(whole);
    clearInterval(awaited);
    raw.off('drain', resolve).off('close', resolve).off('timeout', giveUp).setTimeout(0);
  }
};
