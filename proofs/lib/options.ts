import { serviceFile } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface ProofOptions {
  rounds: number;
  /** The program to test. */
  server: string;
  /** The folder of the data. */
  folder: string;
}

/** `--rounds`, `--server` for another build, `--folder` for data on another disk. */
export const readProofOptions = ({ rounds = 100 } = {}): ProofOptions => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(rounds) },
      server: { type: 'string', default: serviceFile },
      folder: { type: 'string', default: join(import.meta.dirname, '../data') },
    },
  });
  return { ...values, rounds: Number(values.rounds) };
};
