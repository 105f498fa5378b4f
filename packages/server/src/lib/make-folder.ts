import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

/**
 * Creates a folder that only its owner can use, and its parents. Throws a `StartRefusal` if that is impossible. Each
 * folder is created separately, because `mkdir` with `recursive` never returns on a file system without folders, like
 * /proc.
 */
export const makeFolder = (folder: string): void => {
  const path = resolve(folder);
  try {
    makeIn(path);
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    throw new StartRefusal(`The folder ${path} cannot be made or used (${code}).`, { cause });
  }
};

const makeIn = (path: string): void => {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeIn(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
