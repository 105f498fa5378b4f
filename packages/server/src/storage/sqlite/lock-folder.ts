import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../lib/make-folder.ts';
import { StartRefusal } from '../../lib/start-refusal.ts';

/** Keeps a reference to each lock, because a lock without a reference would be garbage-collected, and end. */
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder for this process until the result is disposed of (NET-30). SQLite takes a lock of the operating
 * system on a separate file; this lock ends with the process, however the process ends. Throws a `StartRefusal` if
 * another process holds the lock.
 */
export const lockFolder = (folder: string): Disposable => {
  makeFolder(folder);
  const lock = open(join(folder, 'in-use.lock'));
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    throw new StartRefusal(
      `The data folder ${folder} is in use by another process. Stop that one, or set PAIRSPACE_DATA to another folder.`,
      { cause },
    );
  }
  held.add(lock);
  return {
    [Symbol.dispose]() {
      held.delete(lock);
      lock.close();
    },
  };
};

const open = (file: string): DatabaseSync => {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (cause) {
    throw new StartRefusal(`The file ${file} cannot be written. The service must own its data folder.`, { cause });
  }
};
