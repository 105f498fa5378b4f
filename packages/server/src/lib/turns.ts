import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest work without a turn for others. */
const turnMs = 5;

/** Yields to the event loop when a turn of long work has lasted too long. */
export class Turns {
  #began = performance.now();

  /** Whether the present turn has lasted too long. */
  get isDue(): boolean {
    return performance.now() - this.#began >= turnMs;
  }

  async take(): Promise<void> {
    if (!this.isDue) return;
    await nextTurn();
    this.#began = performance.now();
  }
}

/** The number of tasks that may begin in one turn of the event loop, because their duration is unknown before. */
const beginningsOfTurn = 16;

/**
 * Yields to the event loop between the work of many requests. Waiting clients take turns, so that no client waits
 * behind all the work of another; tasks of one client begin in their order.
 */
export class SharedTurns {
  #turns: Turns | undefined;
  #begun = 0;
  readonly #waiting = new Map<string, (() => void)[]>();
  #isHandingOut = false;

  /**
   * Resolves when work of a client may begin. After `long` work has begun, no other work begins until it is done or
   * awaits something.
   */
  async take(length: 'short' | 'long', client: string): Promise<void> {
    if (this.#isHandingOut || !this.#mayBegin()) await this.#wait(client);
    // Work that arrives before this task is done must wait, because the duration of the task is unknown.
    else if (length === 'long') void this.#handOut();
    this.#begun++;
  }

  #wait(client: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ofClient = this.#waiting.get(client);
    if (ofClient) ofClient.push(resolve);
    else this.#waiting.set(client, [resolve]);
    if (!this.#isHandingOut) void this.#handOut();
    return promise;
  }

  async #handOut(): Promise<void> {
    this.#isHandingOut = true;
    await untilDone();
    while (this.#waiting.size > 0) {
      while (!this.#mayBegin()) await nextTurn();
      this.#next()?.();
      await untilDone();
    }
    this.#isHandingOut = false;
  }

  /** The first task of the next client, which then goes to the end of the queue. */
  #next(): (() => void) | undefined {
    const [entry] = this.#waiting;
    if (!entry) return undefined;
    const [client, ofClient] = entry;
    const first = ofClient.shift();
    this.#waiting.delete(client);
    if (ofClient.length > 0) this.#waiting.set(client, ofClient);
    return first;
  }

  #mayBegin(): boolean {
    if (!this.#turns) {
      this.#turns = new Turns();
      this.#begun = 0;
      setImmediate(() => (this.#turns = undefined));
    }
    return this.#begun < beginningsOfTurn && !this.#turns.isDue;
  }
}

/** Resolves when a task that has just begun is done, or awaits something. */
const untilDone = (): Promise<void> =>
  new Promise((resolve) => {
    queueMicrotask(() => {
      process.nextTick(resolve);
    });
  });
