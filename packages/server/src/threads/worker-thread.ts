import { ServiceError } from '@pairspace/protocol';
import type { Transferable } from 'node:worker_threads';
import { openThreads } from './open-threads.ts';

interface WorkerThreadOptions {
  /** The URL of the worker's program without the extension, as `openThreads` takes it. */
  program: URL;
  /** The time after which a request counts as failed, with the start of the thread on a busy machine. */
  patienceMs?: number;
}

/**
 * A thread that answers requests one after the other. Rejects with UNAVAILABLE if a request fails or takes too long; the
 * next request then gets a new thread. The callers limit the number of waiting requests.
 */
export class WorkerThread<Request, Answer> implements AsyncDisposable {
  readonly #thread;
  readonly #patienceMs: number;

  constructor({ program, patienceMs = 30_000 }: WorkerThreadOptions) {
    this.#thread = openThreads<Request, Answer>({ program });
    this.#patienceMs = patienceMs;
  }

  /** Sends a request to the thread. The objects in `transferred` then belong to the thread. */
  async run(request: Request, transferred: Transferable[] = []): Promise<Answer> {
    const signal = AbortSignal.timeout(this.#patienceMs);
    // The library takes an array, and declares something else.
    return this.#thread.run(request, { transferList: transferred as object, signal }).catch((cause: unknown) => {
      throw new ServiceError('UNAVAILABLE', 'The work could not be done; nothing was stored.', { cause });
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread.close();
  }
}
