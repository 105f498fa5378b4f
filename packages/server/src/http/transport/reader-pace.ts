import type { ServerResponse } from 'node:http';

/** A client that takes less keeps room from others (NET-13). */
const slowBytesPerSecond = 16 * 1024;

/** Tells whether a client takes what is sent to it too slowly. Only time in which the service waits for it counts. */
export class ReaderPace {
  readonly #windowMs: number;
  #waitedMs = 0;
  #takenBytes = 0;
  #isSlow = false;

  constructor(windowMs = 30_000) {
    this.#windowMs = windowMs;
  }

  /** The client took so many bytes while the service waited so long for it. */
  note(takenBytes: number, waitedMs: number): void {
    this.#takenBytes += takenBytes;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs < this.#windowMs) return;
    this.#isSlow = this.#takenBytes / this.#waitedMs < slowBytesPerSecond / 1000;
    this.#waitedMs = 0;
    this.#takenBytes = 0;
  }

  /** Whether it was slow in the last whole window, or has been in this one for as long, `waitingMs` of it just now. */
  isSlow(waitingMs = 0): boolean {
    const waitedMs = this.#waitedMs + waitingMs;
    return this.#isSlow || (waitedMs >= this.#windowMs && this.#takenBytes / waitedMs < slowBytesPerSecond / 1000);
  }
}

/** Stops the production of what nobody reads; never seen outside. */
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
