import { ServiceError } from '@pairspace/protocol';
import { once } from 'node:events';
import type { Transferable, Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';

interface WorkerThreadOptions {
  /** The URL of the worker's program without the extension, as `startThread` takes it. */
  program: URL;
  /** The time after which a request counts as failed. No request within the limits takes so long. */
  patienceMs?: number;
}

/**
 * A worker thread that starts with its first request, and answers requests one after the other. Rejects with
 * UNAVAILABLE if a request fails or takes too long; the next request then gets a new thread. The callers limit the
 * number of waiting requests.
 */
export class WorkerThread<Request, Answer> implements AsyncDisposable {
  readonly #options: Required<WorkerThreadOptions>;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor({ program, patienceMs = 10_000 }: WorkerThreadOptions) {
    this.#options = { program, patienceMs };
  }

  /** Sends a request to the thread. The objects in `transferred` then belong to the thread. */
  async run(request: Request, transferred: Transferable[] = []): Promise<Answer> {
    if (this.#isClosed) throw new ServiceError('UNAVAILABLE', 'The service is shutting down.');
    const turn = this.#last.then(() => this.#ask(request, transferred));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #ask(request: Request, transferred: Transferable[]): Promise<Answer> {
    this.#worker ??= startThread(this.#options.program, { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 });
    try {
      this.#worker.postMessage(request, transferred);
      const signal = AbortSignal.timeout(this.#options.patienceMs);
      const [answer] = (await once(this.#worker, 'message', { signal })) as [Answer];
      return answer;
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
