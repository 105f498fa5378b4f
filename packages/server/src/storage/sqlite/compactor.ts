import type { DatabaseSync } from 'node:sqlite';

/** Free pages that stay in the file: new rows take them soon. */
const keptPages = 256;
const keptShare = 0.1;
/** The number of pages that a step gives back, which bounds how long the step blocks writers. */
const stepPages = 128;
/** The number of pages of the index of searches that a step writes anew without the words of deleted entries. */
const mergedPages = 64;
/** The index is written anew at most for this share of the time. */
const mergedShare = 0.05;
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
  /** The steps of the index so far, in milliseconds; undefined when no entry was deleted since it was written anew. */
  #mergedMs: number | undefined;
  #mergeNotBefore = 0;

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  /** Notes that rows were deleted that must not stay in the log. */
  noteDeletion(): void {
    this.#mustEmptyLog = true;
    this.#mergedMs ??= 0;
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
    if (this.#mergedMs !== undefined && performance.now() >= this.#mergeNotBefore) return this.#merge(this.#mergedMs);
    if (!this.#mustEmptyLog || performance.now() < this.#emptyNotBefore) return false;
    this.#emptyNotBefore = performance.now() + emptyEveryMs;
    this.#mustEmptyLog = false;
    if (!(await emptyLog())) this.#mustEmptyLog = true;
    return false;
  }

  /** FTS5 begins with a negative number to write the whole index anew, and goes on until nothing changes. */
  async #merge(before: number): Promise<boolean> {
    const { db, pauseWriters } = this.#options;
    const pages = before === 0 ? -mergedPages : mergedPages;
    const began = performance.now();
    const changes = db.prepare('select total_changes() as n');
    const isDone = await pauseWriters(() => {
      const { n } = changes.get() as { n: number };
      db.exec(`insert into search_words (search_words, rank) values ('merge', ${String(pages)})`);
      return Promise.resolve((changes.get() as { n: number }).n - n < 2);
    });
    const now = performance.now();
    this.#mergedMs = before + now - began;
    this.#mustEmptyLog = true;
    if (!isDone) return true;
    this.#mergeNotBefore = now + this.#mergedMs / mergedShare;
    this.#mergedMs = undefined;
    return true;
  }
}

const hasMany = (db: DatabaseSync): boolean =>
  numberOf(db, 'freelist_count') > Math.max(keptPages, numberOf(db, 'page_count') * keptShare);
