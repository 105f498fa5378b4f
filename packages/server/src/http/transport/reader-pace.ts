import type { ServerResponse } from 'node:http';

/** A client that takes fewer bytes per second keeps room from others. */
const slowBytesPerSecond = 16 * 1024;

/**
 * Measures whether a client takes the sent bytes too slowly. Only the time in which the service waits for the client
 * counts.
 */
export class ReaderPace {
  readonly #windowMs: number;
  #waitedMs = 0;
  #takenBytes = 0;
  #isSlow = false;

  constructor(windowMs = 30_000) {
    this.#windowMs = windowMs;
  }

  /** Notes that the client took `takenBytes` while the service waited `waitedMs` for it. */
  note(takenBytes: number, waitedMs: number): void {
    this.#takenBytes += takenBytes;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs < this.#windowMs) return;
    this.#isSlow = this.#takenBytes / this.#waitedMs < slowBytesPerSecond / 1000;
    this.#waitedMs = 0;
    this.#takenBytes = 0;
  }

  /**
   * Whether the client was slow in the last complete window, or the current wait has filled a whole window at a slow
   * pace. `waitingMs` is the part of the wait that was not noted yet.
   */
  isSlow(waitingMs = 0): boolean {
    const waitedMs = this.#waitedMs + waitingMs;
    return this.#isSlow || (waitedMs >= this.#windowMs && this.#takenBytes / waitedMs < slowBytesPerSecond / 1000);
  }
}

/** Thrown to stop the production of an answer that nobody reads. No client ever sees this error. */
export class NobodyReads extends Error {}

interface DrainLimits {
  /** The time without progress after which the client is given up. */
  stallMs: number;
  /** The time after which the client is given up in any case. */
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
