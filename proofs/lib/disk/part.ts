import type { Random } from '../random.ts';
import type { Verdict } from '../verdict.ts';

/** The surroundings of a part of the proof of disks. */
export interface DiskContext {
  verdict: Verdict;
  /** An empty folder. */
  folder: string;
  /** The program of the service. */
  server: string;
  rounds: number;
  random: Random;
}

/** Returns the checks that must have looked at something. */
export type DiskPart = (context: DiskContext) => Promise<readonly string[]>;
