import type { DatabaseSync } from 'node:sqlite';

/** Free pages that stay in the file: new rows take them soon. */
const keptPages = 256;
const keptShare = 0.1;
/** The number of pages that a step gives back, which bounds how long the step blocks writers. */
const stepPages = 128;
/** The log is emptied at most this often, because writers wait meanwhile. */
const emptyEveryMs = 60_000;
/** The value of `auto_vacuum` with which pages can be given back in steps. */
const incremental = 2;

export const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`pragma ${pragma}`).get() ?? {})[0]);

export const usedPages = (db: DatabaseSync): number => numberOf(db, 'page_count') - numberOf(db, 'freelist_count');

/** Must be called before the first table is created. A database that already has tables is rewritten once. */
export const prepareToShrink = (db: DatabaseSync): void => {
  if (numberOf(db, 'auto_vacuum') === incremental) return;
  const isNew = numberOf(db, 'page_count') === 0;
  db.exec('pragma auto_vacuum = incremental');
  if (!isNew) db.exec('vacuum');
};

interface CompactorOptions {
  db: DatabaseSync;
  pauseWriters: <T>(task: () => Promise<T>) => Promise<T>;
  /** Moves the write-ahead log, which still contains deleted rows, into the file; returns whether this was possible. */
  emptyLog: () => Promise<boolean>;
}

/** Gives free pages back to the disk in steps, as long as there are many. */
export class Compactor {
  readonly #options: CompactorOptions;
  /** Whether rows were deleted or the file has shrunk since the log was emptied. */
  #mustEmptyLog = false;
  #emptyNotBefore = 0;

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  /** Notes that rows were deleted that must not stay in the log. */
  noteDeletion(): void {
    this.#mustEmptyLog = true;
  }

  /** Returns whether there may be more to give back. */
  async step(): Promise<boolean> {
    const { db, pauseWriters, emptyLog } = this.#options;
    if (hasMany(db)) {
      await pauseWriters(() => {
        db.exec(`pragma incremental_vacuum(${String(stepPages)})`);
        return Promise.resolve();
      });
      this.#mustEmptyLog = true;
      return true;
    }
    if (!this.#mustEmptyLog || performance.now() < this.#emptyNotBefore) return false;
    this.#emptyNotBefore = performance.now() + emptyEveryMs;
    this.#mustEmptyLog = false;
    if (!(await emptyLog())) this.#mustEmptyLog = true;
    return false;
  }
}

const hasMany = (db: DatabaseSync): boolean =>
  numberOf(db, 'freelist_count') > Math.max(keptPages, numberOf(db, 'page_count') * keptShare);
