import { readFileSync } from 'node:fs';

/** What the main thread of a process has had of the processor so far. */
export interface ThreadTimes {
  /** In steps of 10 ms. */
  cpuMs: number;
  /** How often the system gave the processor to somebody else while the thread had work. */
  preempted: number;
}

export const threadTimes = (pid: number): ThreadTimes => {
  const folder = `/proc/${String(pid)}/task/${String(pid)}`;
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  const [user = NaN, system = NaN] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map((ticks) => Number(ticks) * 10);
  const switches = /^nonvoluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`${folder}/status`, 'utf8'));
  return { cpuMs: user + system, preempted: Number(switches?.[1]) };
};
