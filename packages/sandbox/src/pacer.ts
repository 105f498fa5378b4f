interface PacerOptions {
  /** Whether something is pending. */
  hasMore: () => boolean;
  /** Sends the pending data; returns the pause after it. */
  send: () => Promise<number>;
  /** Data that arrives within this time is sent together. */
  gatherMs?: number;
}

/** Sends pending data in turns, with a pause after each. A failure ends it. */
export class Pacer {
  readonly #options: PacerOptions;
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isOver = false;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** The pacer has ended or failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  schedule(): void {
    if (this.#isOver || this.#timer || this.#sending || !this.#options.hasMore()) return;
    const waitMs = Math.max(this.#options.gatherMs ?? 0, this.#nextAt - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#send();
    }, waitMs);
  }

  /** Waits for the present sending to finish. Pending data is then sent if `flushed`, otherwise dropped. */
  async end({ flushed }: { flushed: boolean }): Promise<void> {
    if (!flushed) this.#isOver = true;
    await this.#sending;
    clearTimeout(this.#timer);
    if (flushed && !this.#isOver && this.#options.hasMore()) await this.#send();
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const beganAt = performance.now();
    try {
      this.#nextAt = beganAt + (await this.#options.send());
    } catch {
      this.#isOver = true;
    }
    this.#sending = undefined;
    this.schedule();
  }
}
