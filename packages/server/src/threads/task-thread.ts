import { ServiceError } from '@pairspace/protocol';
import { once } from 'node:events';
import type { Transferable, Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';

interface TaskThreadOptions {
  /** The URL of the worker's program without the extension, which is that of the running program. */
  program: URL;
  /** The greatest number of waiting tasks; further ones are refused. */
  maxWaiting?: number;
  /** A time that no task within the limits takes. */
  patienceMs?: number;
}

/**
 * A thread that runs tasks one after the other and returns an outcome for each. It starts with its first task. Rejects
 * with UNAVAILABLE if too many tasks wait, or if one fails or takes too long; the next task gets a new thread.
 */
export class TaskThread<Task, Outcome> implements AsyncDisposable {
  readonly #options: Required<TaskThreadOptions>;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor({ program, maxWaiting = 100, patienceMs = 10_000 }: TaskThreadOptions) {
    this.#options = { program, maxWaiting, patienceMs };
  }

  /** Objects in `transferred` then belong to the thread. */
  async run(task: Task, transferred: Transferable[] = []): Promise<Outcome> {
    const { maxWaiting } = this.#options;
    if (this.#waiting >= maxWaiting || this.#isClosed) {
      throw new ServiceError('UNAVAILABLE', 'Too many large requests are waiting; nothing was stored. Try again.');
    }
    this.#waiting++;
    const turn = this.#last.then(() => this.#ask(task, transferred));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }

  async #ask(task: Task, transferred: Transferable[]): Promise<Outcome> {
    this.#worker ??= startThread(this.#options.program, { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 });
    try {
      this.#worker.postMessage(task, transferred);
      const signal = AbortSignal.timeout(this.#options.patienceMs);
      const [outcome] = (await once(this.#worker, 'message', { signal })) as [Outcome];
      return outcome;
    } catch (cause) {
      await this.#stop();
      throw new ServiceError('UNAVAILABLE', 'The work could not be done; nothing was stored.', { cause });
    }
  }

  async #stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#stop();
  }
}
