import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work of this length keeps nobody waiting. */
const turnMs = 5;

/** Lets everybody else have a turn of the event loop when one of long work has lasted too long. */
export class Turns {
  #began = performance.now();

  /** It has lasted too long. */
  get isDue(): boolean {
    return performance.now() - this.#began >= turnMs;
  }

  async take(): Promise<void> {
    if (!this.isDue) return;
    await nextTurn();
    this.#began = performance.now();
  }
}

/** So much work may begin in one turn of the event loop. More is not known to be short before it is done. */
const beginningsOfTurn = 16;

/**
 * Lets everybody else have a turn between the work of many requests. The clients that wait go round, so that none waits
 * behind all that another has asked for; what one client asks for begins in the order in which it came.
 */
export class SharedTurns {
  #turns: Turns | undefined;
  #begun = 0;
  readonly #waiting = new Map<string, (() => void)[]>();
  #isHandingOut = false;

  /** Resolves when short work of a client may begin, or a piece of work that may be long. */
  async take(length: 'short' | 'long', client: string): Promise<void> {
    if (this.#isHandingOut || !this.#mayBegin()) await this.#wait(client);
    // Others may ask before this is done, and nobody knows yet how long it takes.
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

  /** The first of the client whose turn it is, which waits behind the others then. */
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

/** Until work that has just begun is done, as far as it goes without a wait. */
const untilDone = (): Promise<void> =>
  new Promise((resolve) => {
    queueMicrotask(() => {
      process.nextTick(resolve);
    });
  });
