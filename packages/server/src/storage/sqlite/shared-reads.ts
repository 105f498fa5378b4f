import type { DatabaseSync, SQLTagStore, StatementSync } from 'node:sqlite';

/**
 * The reads of a turn of the event loop, which share a read transaction. Beginning and ending a transaction takes
 * several system calls, which cost three times as much as the read of a row. Requests that arrive together share this
 * cost.
 */
export class SharedReads {
  readonly #sql: SQLTagStore;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  /** Set from the first read of a turn to the end of the turn. */
  #turn: NodeJS.Immediate | undefined;
  #isOpen = false;

  constructor(db: DatabaseSync) {
    this.#sql = db.createTagStore();
    this.#begin = db.prepare('begin');
    this.#end = db.prepare('commit');
  }

  /** The connection for a read that begins now. The second read of a turn begins the transaction. */
  get connection(): SQLTagStore {
    if (this.#turn === undefined) {
      this.#turn = setImmediate(() => {
        this.#turn = undefined;
        this.refresh();
      });
    } else if (!this.#isOpen) {
      this.#begin.run();
      this.#isOpen = true;
    }
    return this.#sql;
  }

  /** Ends the transaction: reads from now on see the newest commit. */
  refresh(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#end.run();
  }

  close(): void {
    clearImmediate(this.#turn);
    this.refresh();
  }
}
