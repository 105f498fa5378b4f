import { cpuSeconds, runScript } from '@pairspace/testkit/process';
import { median } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import type { LoadResult } from './load.ts';
import type { Detail } from './report.ts';

/**
 * Runs the contenders in turn, A B, B A, …, so that other load on the machine affects all alike. The first round is a
 * warm-up and is not counted.
 */
export const contest = async <Name extends string, Result>(
  contenders: Record<Name, () => Promise<Result>>,
  rounds: number,
): Promise<Record<Name, Result[]>> => {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await contenders[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
};

export interface LoadOfPlaces {
  places: readonly { url: string; token?: string | undefined }[];
  /** A load with a body is a POST. */
  body?: unknown;
  connections: number;
  seconds: number;
}

/** The result of a round of load, with the processor time of the service for each request. */
export interface Round extends LoadResult {
  cpuUs: number;
}

/** Runs one round of load in a process of its own. */
export const loadRound = async (load: LoadOfPlaces, servicePid: number): Promise<Round> => {
  const before = cpuSeconds(servicePid);
  const result = await runScript<LoadResult>(join(import.meta.dirname, 'load-process.ts'), load);
  return { ...result, cpuUs: ((cpuSeconds(servicePid) - before) * 1e6) / result.count };
};

export const medianOf = <Result extends object>(rounds: readonly Result[], key: keyof Result): number =>
  median(rounds.map((round) => Number(round[key])));

/** Every round of a contest, in the order in which they ran. */
export const roundsDetail = (title: string, results: Readonly<Record<string, readonly Round[]>>): Detail => ({
  title,
  columns: ['who', 'round', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req'],
  rows: Object.entries(results).flatMap(([who, rounds]) =>
    rounds.map(({ perSecond, p50Ms, p99Ms, cpuUs }, round) => [who, round + 1, perSecond, p50Ms, p99Ms, cpuUs]),
  ),
});
