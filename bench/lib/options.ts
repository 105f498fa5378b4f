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

/** The options of every benchmark. */
export const benchOptions = {
  quick: { type: 'boolean', default: false },
  folder: { type: 'string', default: join(import.meta.dirname, '../data') },
  server: { type: 'string', default: serviceFile },
} as const;

export const readOptions = (): BenchOptions => parseArgs({ options: benchOptions }).values;
