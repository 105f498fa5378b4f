import { ServiceError } from '@pairspace/protocol';
import { TaskThread } from '../threads/task-thread.ts';
import type { EditOutcome, EditTask } from './edit-text.ts';

/** Characters looked at that are edited at once: a millisecond or two. */
const quickCharacters = 200_000;
/** Lines that are merged at once. */
const quickLines = 200;

/** Makes large edits in a thread of their own, one after the other. */
export class EditThread extends TaskThread<EditTask, EditOutcome> {
  readonly #maxWaiting: number;
  /** The last turn of each document that has one. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #waiting = 0;

  constructor({ maxWaiting = 100 }: { maxWaiting?: number } = {}) {
    super({ program: new URL('./edit-worker', import.meta.url), maxWaiting });
    this.#maxWaiting = maxWaiting;
  }

  /** Large edits of one document wait for each other, so that none is made of a text that another one replaces meanwhile. */
  async inTurn<T>(document: string, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#maxWaiting) {
      throw new ServiceError('UNAVAILABLE', 'Too many large edits wait; nothing was stored. Try again.');
    }
    this.#waiting++;
    const turn = (this.#turns.get(document) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.#turns.set(document, ended);
    try {
      return await turn;
    } finally {
      this.#waiting--;
      if (this.#turns.get(document) === ended) this.#turns.delete(document);
    }
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
