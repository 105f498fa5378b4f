import { ServiceError } from '@pairspace/protocol';
import { type Reservation, Quota } from '../limits/quota.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import type { EditOutcome, EditTask, EditTurn, TurnOutcome } from './edit-text.ts';

/** The greatest number of characters for edits on the serving thread: some milliseconds. */
const quickCharacters = 200_000;
/** The greatest number of lines for a merge on the serving thread. */
const quickLines = 200;
/** The number of unfinished tasks on the thread, which keeps the texts of each. */
const begunAtOnce = 8;

/** The editor, as the limits count it, and the document. */
export interface Editor {
  address: string;
  client: string;
  /** A name of the document that is unique in the service. */
  document: string;
}

/** Makes the edits of a task. */
export type MakeEdits = (task: EditTask) => Promise<EditOutcome>;

const tooMany = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Too many large edits wait; nothing was stored. Try again.');

/**
 * Makes large edits on a separate thread. Unfinished edits take turns, and the client that has used the thread least
 * comes first. So an expensive edit delays another client by at most one turn.
 */
export class EditThread implements AsyncDisposable {
  readonly #thread = new WorkerThread<EditTurn, TurnOutcome>({ program: new URL('./edit-worker', import.meta.url) });
  readonly #asked: Quota;
  readonly #begun = new Quota({ most: { process: begunAtOnce, address: begunAtOnce, session: 1 }, refusal: tooMany });
  readonly #turns = new Quota({ most: { process: 1 }, refusal: tooMany });
  /** Time on the thread in milliseconds, by address, and by address and client. */
  readonly #usedMs = new Map<string, number>();
  #lastId = 0;

  constructor({ maxWaiting = 100 }: { maxWaiting?: number } = {}) {
    this.#asked = new Quota({ most: { process: maxWaiting, address: maxWaiting }, refusal: tooMany });
  }

  /**
   * Runs `work` while no other edit of the document is made, because two edits at once would replace each other’s text.
   */
  inTurn<T>({ address, client, document }: Editor, work: (make: MakeEdits) => Promise<T>): Promise<T> {
    const holder = { address, client };
    const users = [address, `${address} ${client}`];
    return this.#asked.run(holder, async () => {
      using begun = this.#begun.open({ ...holder, sessionId: document });
      using turn = this.#turns.open(holder);
      // The queue is first come, first served. With another order, two clients on two documents could block each other.
      await begun.wait(1);
      try {
        return await work((task) => this.#make(task, turn, users));
      } finally {
        // The record is cleared when nobody waits.
        if (this.#asked.total === 1) this.#usedMs.clear();
      }
    });
  }

  async #make(task: EditTask, turn: Reservation, users: readonly string[]): Promise<EditOutcome> {
    const id = ++this.#lastId;
    for (let given: EditTask | undefined = task; ; given = undefined) {
      await turn.wait(1, { rank: () => this.#usedBy(users) });
      const began = performance.now();
      try {
        const outcome = await this.#thread.run({ id, task: given });
        if (outcome.kind === 'lost') throw tooMany();
        if (outcome.kind !== 'unfinished') return outcome;
      } finally {
        const usedMs = performance.now() - began;
        for (const user of users) this.#usedMs.set(user, (this.#usedMs.get(user) ?? 0) + usedMs);
        turn.resize(0);
      }
    }
  }

  #usedBy(users: readonly string[]): number {
    return users.reduce((sum, user) => sum + (this.#usedMs.get(user) ?? 0), 0);
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
