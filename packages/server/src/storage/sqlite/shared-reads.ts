import type { DatabaseSync, SQLTagStore, StatementSync } from 'node:sqlite';

/**
 * Reads of one turn of the event loop that share a read transaction. To begin and end one takes several system calls, three
 * times what a read of a row costs; where many requests arrive at once, they pay for it together.
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

  /** For a read that begins now: the second of a turn begins the transaction. */
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
