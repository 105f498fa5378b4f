import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';

const program = new URL('./render-worker', import.meta.url);
/** A thread may take so long to start on a busy machine, which says nothing of the texts. */
export const startMs = 30_000;
/** How long a thread waits for the next site. */
const keptMs = 30_000;

/**
 * The threads of a process that render sites. A thread that is given back waits a while for its next task: what it has
 * compiled makes that one quicker by a third.
 */
export class RenderThreads implements AsyncDisposable {
  readonly #spare = new Set<Worker>();
  #preparing: Promise<void> | undefined;
  #end: NodeJS.Timeout | undefined;

  /** Starts a thread for the next task, unless one waits. */
  prepare(): void {
    if (this.#spare.size > 0 || this.#preparing) return;
    this.#preparing = start()
      .then((thread) => {
        this.giveBack(thread);
      })
      .catch(() => undefined)
      .finally(() => {
        this.#preparing = undefined;
      });
  }

  /** A thread that can take a task. It belongs to the caller until it is given back or terminated. */
  async take(): Promise<Worker> {
    if (this.#spare.size === 0) await this.#preparing;
    for (const spare of this.#spare) {
      this.#spare.delete(spare);
      if (!hasEnded(spare)) return spare;
    }
    return start();
  }

  /** Takes back a thread that has answered all of its tasks. */
  giveBack(thread: Worker): void {
    if (hasEnded(thread)) return;
    this.#spare.add(thread);
    clearTimeout(this.#end);
    this.#end = setTimeout(() => void this.#endAll(), keptMs).unref();
  }

  async #endAll(): Promise<void> {
    clearTimeout(this.#end);
    await Promise.all([...this.#spare].map((thread) => thread.terminate()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#preparing;
    await this.#endAll();
  }
}

const start = async (): Promise<Worker> => {
  const started = startThread(program, { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 });
  try {
    await once(started, 'message', { signal: AbortSignal.timeout(startMs) });
    return started;
  } catch (error) {
    await started.terminate();
    throw error;
  }
};

const hasEnded = ({ threadId }: Worker): boolean => threadId === -1;
