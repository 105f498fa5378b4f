/** The speed below which a client occupies room that others need (NET-13). */
const slowBytesPerSecond = 16 * 1024;

/** Measures whether a client reads too slowly. Only time in which the service waits for the client counts. */
export class ReaderPace {
  readonly #windowMs: number;
  #waitedMs = 0;
  #takenBytes = 0;
  #isSlow = false;

  constructor(windowMs = 30_000) {
    this.#windowMs = windowMs;
  }

  /** Records that the client took this number of bytes while the service waited this long. */
  note(takenBytes: number, waitedMs: number): void {
    this.#takenBytes += takenBytes;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs < this.#windowMs) return;
    this.#isSlow = this.#takenBytes / this.#waitedMs < slowBytesPerSecond / 1000;
    this.#waitedMs = 0;
    this.#takenBytes = 0;
  }

  /** Whether the client was slow in the last window, or has been in this one for as long, including `waitingMs` now. */
  isSlow(waitingMs = 0): boolean {
    const waitedMs = this.#waitedMs + waitingMs;
    return this.#isSlow || (waitedMs >= this.#windowMs && this.#takenBytes / waitedMs < slowBytesPerSecond / 1000);
  }
}
