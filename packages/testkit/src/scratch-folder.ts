import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface ScratchFolder extends AsyncDisposable {
  path: string;
}

/** A folder for one run, removed with its content at the end. */
export const scratchFolder = async (parent: string): Promise<ScratchFolder> => {
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, 'run-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
};
