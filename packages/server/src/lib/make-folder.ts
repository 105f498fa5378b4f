import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

/**
 * Makes a folder for its owner alone, and the folders that it lies in. Throws a sentence when it cannot be had. Each
 * folder is made by itself: `mkdir` with `recursive` never returns on a file system that takes no folders, like /proc.
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
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
