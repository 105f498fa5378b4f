import { serviceFile } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Runs short rounds, which only detect gross faults, and keeps no results. */
  quick: boolean;
  /** The folder of the data, on the disk to measure. */
  folder: string;
  /** The program to measure. */
  server: string;
}

export const dataFolder = join(import.meta.dirname, '../data');

/** `--quick`, `--folder` for data on another disk, `--server` for another build. */
export const readOptions = (): BenchOptions => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      folder: { type: 'string', default: dataFolder },
      server: { type: 'string', default: serviceFile },
    },
  });
  return values;
};
