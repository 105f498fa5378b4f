/** Runs a task repeatedly with a pause between, until disposed; then waits for the present run. */
export class Repeat {
  readonly #task: () => Promise<unknown>;
  readonly #pauseMs: () => number;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #over = false;

  constructor(
    task: () => Promise<unknown>,
    { pauseMs, onError }: { pauseMs: () => number; onError: (error: unknown) => void },
  ) {
    this.#task = task;
    this.#pauseMs = pauseMs;
    this.#onError = onError;
    this.#plan();
  }

  #plan(): void {
    if (this.#over) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#task()
        .then(() => undefined, this.#onError)
        .finally(() => {
          this.#plan();
        });
    }, this.#pauseMs()).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
