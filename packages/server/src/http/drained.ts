import type { ServerResponse } from 'node:http';

/** Stops the production of an unread answer; never leaves this module's users. */
export class NobodyReads extends Error {}

interface DrainLimits {
  /** The time without progress after which the client is given up. */
  stallMs: number;
  /** The client is given up after this time. */
  leftMs?: number;
  /** Checked every second; the client is given up when it returns true. */
  isCut: () => boolean;
}

/** Waits until the client has taken the written bytes. Rejects with `NobodyReads` when the client is given up. */
export const drained = async (raw: ServerResponse, { stallMs, leftMs, isCut }: DrainLimits): Promise<void> => {
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
