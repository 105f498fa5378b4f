import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceFile } from './service.ts';

export interface BenchOptions {
  /** Short rounds that check only that nothing is badly wrong; keeps no results. */
  quick: boolean;
  /** Where the data lies; its disk is what is measured. */
  folder: string;
  /** The program that is measured. */
  server: string;
}

/** `--quick`, `--folder` for data on another disk, `--server` for another build. */
export const readOptions = (): BenchOptions => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      folder: { type: 'string', default: join(import.meta.dirname, '../data') },
      server: { type: 'string', default: serviceFile },
    },
  });
  return values;
};

interface ScratchFolder extends AsyncDisposable {
  path: string;
}

/** A folder of one run's own, removed with all that is in it. */
export const scratchFolder = async (parent: string): Promise<ScratchFolder> => {
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, 'run-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};
