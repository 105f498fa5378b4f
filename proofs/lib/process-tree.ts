import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

interface Process {
  pid: number;
  parent: number;
  /** The start time in ticks since the boot. It distinguishes a process from a later one with the same pid. */
  start: string;
  state: string;
}

const readProcess = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [state = '', parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), start: rest[17] ?? '', state };
  } catch {
    return undefined;
  }
};

/** The descendants of this process. */
export const descendantsOf = (pid: number): Process[] => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
};

/** The processes that still exist after some time, without zombies. */
export const survivorsOf = async (processes: readonly Process[], withinMs: number): Promise<Process[]> => {
  const left = () =>
    processes.filter(({ pid, start }) => {
      const now = readProcess(pid);
      return now?.start === start && now.state !== 'Z';
    });
  await until(() => left().length === 0, withinMs);
  return left();
};
