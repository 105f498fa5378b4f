import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

interface Process {
  pid: number;
  parent: number;
  /** Ticks since the boot: tells a process from a later one with its number. */
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

/** Every process below this one. */
export const descendantsOf = (pid: number): Process[] => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
};

/** Those that are still there after so long; a zombie is none. */
export const survivorsOf = async (processes: readonly Process[], withinMs: number): Promise<Process[]> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const left = processes.filter(({ pid, start }) => {
      const now = readProcess(pid);
      return now?.start === start && now.state !== 'Z';
    });
    if (left.length === 0 || performance.now() > deadline) return left;
    await pause(20);
  }
};
