import { ServiceError } from '@pairspace/protocol';
import { CommittedError, type Storage, type Transaction, UncertainCommit } from './storage.ts';

/** The state that the writes of one transaction share: read before the first of them, written after the last. */
export interface SharedState<State> {
  open: (tx: Transaction, sessionId: string) => Promise<State>;
  save: (tx: Transaction, state: State) => Promise<void>;
}

/** A write that asks for the common state when it needs it. */
export type SharedWrite<State, Value> = (tx: Transaction, open: () => Promise<State>) => Promise<Value>;

interface Waiting<State> {
  work: SharedWrite<State, unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The greatest number of writes in one transaction. */
const maxTogether = 64;

/**
 * Runs the writes to a session that wait at the same time in a single transaction, one after the other. The writes
 * share the state of the session. A refused write fails alone. If it had changed something, or if a statement fails,
 * the transaction is undone and each write runs in a transaction of its own.
 */
export class SharedWrites<State> {
  readonly #storage: Pick<Storage, 'write'>;
  readonly #state: SharedState<State>;
  readonly #waiting = new Map<string, Waiting<State>[]>();

  constructor(storage: Pick<Storage, 'write'>, state: SharedState<State>) {
    this.#storage = storage;
    this.#state = state;
  }

  write<Value>(sessionId: string, work: SharedWrite<State, Value>): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const write: Waiting<State> = { work, resolve, reject };
    const waiting = this.#waiting.get(sessionId);
    if (waiting) waiting.push(write);
    else {
      this.#waiting.set(sessionId, [write]);
      void this.#runWaiting(sessionId);
    }
    return promise as Promise<Value>;
  }

  /** Runs the writes that wait when the transaction begins. */
  async #runWaiting(sessionId: string): Promise<void> {
    let writes: Waiting<State>[] | undefined;
    await this.#run(sessionId, () => (writes ??= this.#take(sessionId)));
  }

  #take(sessionId: string): Waiting<State>[] {
    const waiting = this.#waiting.get(sessionId) ?? [];
    const writes = waiting.splice(0, maxTogether);
    if (waiting.length === 0) this.#waiting.delete(sessionId);
    else void this.#runWaiting(sessionId);
    return writes;
  }

  /** Never throws. */
  async #run(sessionId: string, take: () => readonly Waiting<State>[]): Promise<void> {
    try {
      const answers = await this.#storage.write((tx) => this.#runAll(tx, sessionId, take()), { session: sessionId });
      for (const answer of answers) answer();
    } catch (error) {
      const writes = take();
      const mayBeOfOne = !(error instanceof ServiceError) && !(error instanceof UncertainCommit);
      if (mayBeOfOne && writes.length > 1) for (const write of writes) void this.#run(sessionId, () => [write]);
      else for (const { reject } of writes) reject(error);
    }
  }

  /** Runs the writes, and returns the functions that answer them, to be called after the commit. */
  async #runAll(tx: Transaction, sessionId: string, writes: readonly Waiting<State>[]): Promise<(() => void)[]> {
    let opening: Promise<State> | undefined;
    let state: State | undefined;
    const open = (): Promise<State> => (opening ??= this.#state.open(tx, sessionId).then((opened) => (state = opened)));
    const isAlone = writes.length === 1;
    const answers: (() => void)[] = [];
    for (const { work, resolve, reject } of writes) {
      await tx.takeTurn();
      const before = isAlone ? 0 : tx.changes;
      try {
        const value = await work(tx, open);
        answers.push(() => {
          resolve(value);
        });
      } catch (error) {
        const isKept = error instanceof CommittedError;
        if (!isKept && isAlone) throw error;
        if (!isKept && tx.changes > before) throw new Error('a write failed after a change', { cause: error });
        const refusal: unknown = isKept ? error.refusal : error;
        answers.push(() => {
          reject(refusal);
        });
      }
    }
    if (state !== undefined) await this.#state.save(tx, state);
    return answers;
  }
}
