import { cpuSeconds, runScript } from '@pairspace/testkit/process';
import { join } from 'node:path';

export interface Load {
  url: string;
  token?: string | undefined;
  /** A load with a body is a POST. */
  body?: unknown;
  /** The `Accept` header for a read of bytes; JSON by default. */
  accept?: string;
  /** Places of the same server, which the connections divide among them; without places, all use `url`. */
  places?: readonly { url: string; token: string }[];
  /** Notes at version 1. Each connection edits one of them: the load is PUT of their next versions. */
  notes?: readonly string[];
  /** New keys of etcd. Each connection sets one of them: the load is compare-and-swap of their versions. */
  keys?: readonly string[];
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** Successes per second. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** Requests without a success. */
  failed: number;
  /** Processors that the load generator used. At 1, the generator may be the bottleneck. */
  generatorCpus: number;
}

/** The result of a round of load, with its cost for the server. */
export interface Round extends LoadResult {
  /** Processor time per success, in microseconds. Other load on the machine affects it less than wall-clock time. */
  cpuUs: number;
}

/** Runs one round of load in a separate process. A single connection is timed to the microsecond. */
export const loadRound = async (load: Load, serverPid: number): Promise<Round> => {
  const many = load.accept === undefined ? 'load-connections.ts' : 'load-bytes.ts';
  const isPlain = load.notes === undefined && load.keys === undefined;
  const script = load.connections === 1 && isPlain ? 'load-one-connection.ts' : many;
  const before = cpuSeconds(serverPid);
  const result = await runScript<LoadResult>(join(import.meta.dirname, script), load);
  if (result.failed > 0) throw new Error(`${String(result.failed)} requests to ${load.url} failed.`);
  return { ...result, cpuUs: ((cpuSeconds(serverPid) - before) * 1e6) / (result.perSecond * load.seconds) };
};
