import { serviceFile } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

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
