import { ServiceError } from '@pairspace/protocol';
import { KeyedTurns, Semaphore } from '../lib/semaphore.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import type { EditOutcome, EditTask, EditTurn, TurnOutcome } from './edit-text.ts';

/** The greatest number of characters for edits on the serving thread: some milliseconds. */
const quickCharacters = 200_000;
/** The greatest number of lines for a merge on the serving thread. */
const quickLines = 200;
/** The number of unfinished tasks on the thread, which keeps the texts of each. */
const begunAtOnce = 8;

/** Makes the edits of a task. */
export type MakeEdits = (task: EditTask) => Promise<EditOutcome>;

const tooMany = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Too many large edits wait; nothing was stored. Try again.');

/**
 * Makes large edits on a separate thread. Unfinished edits take turns, so an expensive edit delays each other one by at
 * most one turn.
 */
export class EditThread implements AsyncDisposable {
  readonly #thread = new WorkerThread<EditTurn, TurnOutcome>({ program: new URL('./edit-worker', import.meta.url) });
  readonly #maxWaiting: number;
  readonly #begun = new Semaphore(begunAtOnce);
  readonly #turns = new Semaphore(1);
  readonly #documents = new KeyedTurns();
  #asked = 0;
  #lastId = 0;

  constructor({ maxWaiting = 100 }: { maxWaiting?: number } = {}) {
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs `work` while no other edit of the document is made, because two edits at once would replace each other’s text.
   * `name` names the document in the whole service.
   */
  async inTurn<T>(name: string, work: (make: MakeEdits) => Promise<T>): Promise<T> {
    if (this.#asked >= this.#maxWaiting) throw tooMany();
    this.#asked++;
    try {
      using held = new DisposableStack();
      held.use(await this.#documents.take(name));
      held.use(await this.#begun.take());
      return await work((task) => this.#make(task));
    } finally {
      this.#asked--;
    }
  }

  async #make(task: EditTask): Promise<EditOutcome> {
    const id = ++this.#lastId;
    for (let given: EditTask | undefined = task; ; given = undefined) {
      using held = new DisposableStack();
      held.use(await this.#turns.take());
      const outcome = await this.#thread.run({ id, task: given });
      if (outcome.kind === 'lost') throw tooMany();
      if (outcome.kind !== 'unfinished') return outcome;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}

/** Whether a task is fast enough for the serving thread. */
export const isQuick = ({ base, current, edits }: EditTask): boolean => {
  const given = edits.reduce((sum, edit) => sum + lengthOf(edit), 0);
  if ((base.length + given) * edits.length > quickCharacters) return false;
  return current === undefined || (isShort(base) && isShort(current) && linesIn(edits) <= quickLines);
};

const textsOf = ({ append, prepend, replace, section }: EditTask['edits'][number]): string[] =>
  [append, prepend, replace?.old, replace?.new, section?.heading, section?.content].filter(
    (text) => text !== undefined,
  );

const lengthOf = (edit: EditTask['edits'][number]): number => textsOf(edit).reduce((sum, text) => sum + text.length, 0);

const linesIn = (edits: EditTask['edits']): number =>
  edits.flatMap(textsOf).reduce((sum, text) => sum + lines(text), 0);

const isShort = (text: string): boolean => text.length <= quickCharacters && lines(text) <= quickLines;

const lines = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && count <= quickLines; at = text.indexOf('\n', at + 1)) count++;
  return count;
};
