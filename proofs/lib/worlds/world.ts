import type { Inside } from '@pairspace/testkit/look-inside';
import type { Constants } from '@pairspace/testkit/service';
import type { KillableService } from '../cluster.ts';
import type { Verdict } from '../verdict.ts';

/** The surroundings of a world: a running service, of which `kill-nine.ts` kills a process in each round. */
export interface Place {
  service: KillableService;
  verdict: Verdict;
  rounds: number;
  /** The program of the service. */
  server: string;
  /** The folder of its data. */
  folder: string;
  /** Undefined with the embedded database. */
  databaseUrl: string | undefined;
  /** Reads the database directly. */
  look: () => Promise<Inside>;
}

/** A kind of work that must survive kills. */
export interface World {
  /** The number of nodes when the service is on PostgreSQL. */
  nodes: number;
  env?: Readonly<Record<string, string>>;
  constants?: Constants;
  limits?: Readonly<Record<string, number>>;
  setUp: (place: Place) => Promise<Load>;
}

/** The work that goes on while processes are killed. */
export interface Load {
  /** Resolves at the moment of the next kill. */
  untilKill: (round: number) => Promise<void>;
  /** Looks while the process is away. */
  whileAway?: (round: number) => Promise<void>;
  /** Looks at what is there when the process runs again. */
  afterRestart?: (round: number) => Promise<void>;
  /** Whether the kills so far have met every situation; if not, there are up to 20 more. */
  hasMetAll?: () => boolean;
  /** Ends the work, and judges all that is there. */
  judge: () => Promise<Judgement>;
}

interface Judgement {
  /** The numbers of the work, for a line of output. */
  did: string;
  /** The checks that must have looked at something. */
  checks: readonly string[];
}
