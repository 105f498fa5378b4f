import { ServiceError } from '@pairspace/protocol';
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EditOutcome, EditTask } from './edit-text.ts';

interface EditThreadOptions {
  /** Tasks that wait; more are refused. */
  maxWaiting?: number;
  /** No task of a size that the limits allow takes this long. */
  patienceMs?: number;
}

/** Characters looked at that are edited at once: a millisecond or two. */
const quickCharacters = 200_000;
/** Lines that are merged at once. */
const quickLines = 200;

/** Makes edits of small texts at once, and those of large ones in a thread of its own, one after the other. */
export class EditThread implements AsyncDisposable {
  readonly #options: Required<EditThreadOptions>;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor({ maxWaiting = 100, patienceMs = 10_000 }: EditThreadOptions = {}) {
    this.#options = { maxWaiting, patienceMs };
  }

  async edit(task: EditTask): Promise<EditOutcome> {
    const { maxWaiting } = this.#options;
    if (this.#waiting >= maxWaiting || this.#isClosed) {
      throw new ServiceError('UNAVAILABLE', 'Too many large edits are being made; nothing was stored. Try again.');
    }
    this.#waiting++;
    const turn = this.#last.then(() => this.#ask(task));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }

  async #ask(task: EditTask): Promise<EditOutcome> {
    this.#worker ??= start();
    try {
      this.#worker.postMessage(task);
      const signal = AbortSignal.timeout(this.#options.patienceMs);
      const [outcome] = (await once(this.#worker, 'message', { signal })) as [EditOutcome];
      return outcome;
    } catch (cause) {
      await this.#stop();
      throw new ServiceError('UNAVAILABLE', 'The edit could not be made; nothing was stored.', { cause });
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

/** Whether a task is quick enough to be done while others wait. */
export const isQuick = ({ base, current, edits }: EditTask): boolean => {
  const given = edits.reduce((sum, edit) => sum + lengthOf(edit), 0);
  if ((base.length + given) * edits.length > quickCharacters) return false;
  return current === undefined || (isShort(base) && isShort(current) && linesIn(edits) <= quickLines);
};

const textsOf = ({ append, prepend, replace, section }: EditTask['edits'][number]): string[] =>
  [append, prepend, replace?.old, replace?.new, section?.content].filter((text) => text !== undefined);

const lengthOf = (edit: EditTask['edits'][number]): number => textsOf(edit).reduce((sum, text) => sum + text.length, 0);

const linesIn = (edits: EditTask['edits']): number =>
  edits.flatMap(textsOf).reduce((sum, text) => sum + lines(text), 0);

const isShort = (text: string): boolean => text.length <= quickCharacters && lines(text) <= quickLines;

const lines = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && count <= quickLines; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

const start = (): Worker => {
  const script = new URL(`./edit-worker${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  worker.unref();
  // Whoever waits for an outcome is told as well.
  worker.on('error', () => undefined);
  return worker;
};
