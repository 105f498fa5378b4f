import { median } from '@pairspace/testkit/statistics';
import type { Figure } from './figures.ts';
import { type Load, loadRound, type Round } from './load.ts';
import type { Detail } from './report.ts';

export interface Contender {
  /** The server process whose processor time is counted. */
  pid: number;
  /** The load of a round. */
  load: () => Load | Promise<Load>;
}

interface ContestOptions {
  rounds: number;
  /** Called before each round of each contender. */
  onRound?: () => void;
}

/**
 * Runs rounds of load on each contender in turn, A B A B …, so that other load on the machine affects all alike. The
 * first round of each is a warm-up and is not counted.
 */
export const contest = async <Name extends string>(
  contenders: Record<Name, Contender>,
  { rounds, onRound }: ContestOptions,
): Promise<Record<Name, Round[]>> => {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      onRound?.();
      const { pid, load } = contenders[name];
      const result = await loadRound(await load(), pid);
      if (round > 0) results[name].push(result);
    }
  }
  return results;
};

export const medianOf = (rounds: readonly Round[], key: keyof Round): number =>
  median(rounds.map((round) => round[key]));

/** The longest waits of a minute with 16 connections, in which the database moves its log into its file many times. */
export const tailFigure = async (load: Load, pid: number, isQuick: boolean): Promise<Figure> => {
  const { p999Ms } = await loadRound({ ...load, connections: 16, seconds: isQuick ? 2 : 60 }, pid);
  return { name: '16 connections for a minute: p99.9', value: p999Ms, unit: 'ms', goal: { atMost: 15 } };
};

/** Every round of a contest, in the order in which they ran. */
export const roundsDetail = (title: string, results: Readonly<Record<string, readonly Round[]>>): Detail => {
  const names = Object.keys(results);
  const longest = Math.max(...Object.values(results).map((rounds) => rounds.length));
  return {
    title,
    columns: ['round', 'who', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req of the server', 'CPUs of the load'],
    rows: Array.from({ length: longest }, (_, index) =>
      names.flatMap((name) => {
        const round = results[name]?.[index];
        if (!round) return [];
        const { perSecond, p50Ms, p99Ms, cpuUs, generatorCpus } = round;
        return [[index + 1, name, perSecond, p50Ms, p99Ms, cpuUs, generatorCpus]];
      }),
    ).flat(),
  };
};
