import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../lib/make-folder.ts';
import { StartRefusal } from '../../lib/start-refusal.ts';

/** A lock that nobody refers to would be collected, and end. */
const held = new Set<DatabaseSync>();

/**
 * Takes a data folder for this process until it is disposed of (NET-30). The lock is one of the operating system, which
 * SQLite takes on a file of its own: it ends with the process, however that ends. Throws a sentence when another holds it.
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
