import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';

const program = new URL('./render-worker', import.meta.url);
/** The greatest start time of a thread on a busy machine. The texts do not affect it. */
export const startMs = 30_000;
/** The time for which an idle thread is kept. */
const keptMs = 30_000;

/**
 * The threads of a process that render sites. An idle thread is kept for a while, because its compiled code makes the
 * next task a third faster.
 */
export class RenderThreads implements AsyncDisposable {
  readonly #spare = new Set<Worker>();
  #preparing: Promise<void> | undefined;
  #end: NodeJS.Timeout | undefined;

  /** Starts a thread for the next task, unless one is idle. */
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

  /** Takes an idle thread, which belongs to the caller until it is given back or terminated. */
  async take(): Promise<Worker> {
    if (this.#spare.size === 0) await this.#preparing;
    for (const spare of this.#spare) {
      this.#spare.delete(spare);
      if (!hasEnded(spare)) return spare;
    }
    return start();
  }

  /** Takes back a thread without pending tasks. */
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
