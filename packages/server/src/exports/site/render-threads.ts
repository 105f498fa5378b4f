import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';

const program = new URL('./render-worker', import.meta.url);
/** A thread may take so long to start on a busy machine, which says nothing of the texts. */
export const startMs = 30_000;
/** How long a thread waits for the next site. */
const keptMs = 30_000;

/**
 * The threads of a process that render sites. One that a site has done with waits a while for the next: what it has
 * compiled makes that one quicker by a third.
 */
export class RenderThreads implements AsyncDisposable {
  #spare: Worker | undefined;
  #end: NodeJS.Timeout | undefined;

  /** A thread that can take a task. It belongs to the caller until it is given back or terminated. */
  async take(): Promise<Worker> {
    const spare = this.#spare;
    if (spare) {
      this.#forget();
      return spare;
    }
    const started = startThread(program, { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 });
    try {
      await once(started, 'message', { signal: AbortSignal.timeout(startMs) });
      return started;
    } catch (error) {
      await started.terminate();
      throw error;
    }
  }

  /** Takes back a thread that has answered all of its tasks. */
  async giveBack(thread: Worker): Promise<void> {
    if (hasEnded(thread)) return;
    const present = this.#spare;
    this.#forget();
    this.#spare = thread;
    thread.once('exit', this.#forget);
    this.#end = setTimeout(() => void this[Symbol.asyncDispose](), keptMs).unref();
    await present?.terminate();
  }

  readonly #forget = (): void => {
    this.#spare?.off('exit', this.#forget);
    this.#spare = undefined;
    clearTimeout(this.#end);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    const spare = this.#spare;
    this.#forget();
    await spare?.terminate();
  }
}

const hasEnded = ({ threadId }: Worker): boolean => threadId === -1;
