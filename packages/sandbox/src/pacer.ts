interface PacerOptions {
  /** Whether something waits to be sent. */
  hasMore: () => boolean;
  /** Sends what waits; returns how long to pause after it. */
  send: () => Promise<number>;
  /** What is written within this time goes together. */
  gatherMs?: number;
}

/** Sends what waits in turns: one at a time, each after the pause of the one before. A failure ends it. */
export class Pacer {
  readonly #options: PacerOptions;
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isOver = false;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Nothing more is sent. */
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

  /** Waits for what is being sent and sends nothing more, but what waits if that is to be `flushed`. */
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
