import { cpuSeconds, runScript } from '@pairspace/testkit/process';
import { join } from 'node:path';

export interface Load {
  url: string;
  token?: string | undefined;
  /** With a body it is a POST. */
  body?: unknown;
  /** The `Accept` header of a read of bytes; without it JSON is answered. */
  accept?: string;
  /** Places of the same server that the connections share out among them; without, all ask `url`. */
  places?: readonly { url: string; token: string }[];
  /** Notes at version 1 of which each connection edits one: the load is PUT of their next versions. */
  notes?: readonly string[];
  /** Keys of etcd that nobody has set, of which each connection sets one: the load is compare-and-swap of their versions. */
  keys?: readonly string[];
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** Successes in a second. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Requests that were not answered with a success. */
  failed: number;
  /** Processors that making the load took; at 1 it, not the server, may be what limits. */
  generatorCpus: number;
}

/** What a round of load gave, and what it cost the server. */
export interface Round extends LoadResult {
  /** Processor time for each success, in microseconds; depends less than time does on what else the machine does. */
  cpuUs: number;
}

/** One round of load from a process of its own. A single connection is timed to the microsecond. */
export const loadRound = async (load: Load, serverPid: number): Promise<Round> => {
  const many = load.accept === undefined ? 'load-connections.ts' : 'load-bytes.ts';
  const isPlain = load.notes === undefined && load.keys === undefined;
  const script = load.connections === 1 && isPlain ? 'load-one-connection.ts' : many;
  const before = cpuSeconds(serverPid);
  const result = await runScript<LoadResult>(join(import.meta.dirname, script), load);
  if (result.failed > 0) throw new Error(`${String(result.failed)} requests to ${load.url} failed.`);
  return { ...result, cpuUs: ((cpuSeconds(serverPid) - before) * 1e6) / (result.perSecond * load.seconds) };
};
