/**
 * Detects a transaction that waits for something other than the database: results of the database settle within the
 * same turn of the event loop. A single timer serves all works of a turn.
 */
export class TurnWatch {
  #timer: NodeJS.Immediate | undefined;
  #onStray: (() => void) | undefined;

  /** Calls `onStray` when the turn ends before `end` is called. */
  begin(onStray: () => void): void {
    this.#onStray = onStray;
    this.#timer ??= setImmediate(() => {
      this.#timer = undefined;
      this.#onStray?.();
    });
  }

  /** Stops the watch until the returned function is called. */
  pause(): () => void {
    const onStray = this.#onStray;
    this.end();
    return () => {
      if (onStray) this.begin(onStray);
    };
  }

  end(): void {
    this.#onStray = undefined;
  }

  close(): void {
    clearImmediate(this.#timer);
  }
}
