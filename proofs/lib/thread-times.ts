import { readFileSync } from 'node:fs';

/** What the main thread of a process has had of the processor so far. */
export interface ThreadTimes {
  cpuMs: number;
  /** How often the system gave the processor to somebody else while the thread had work. */
  preempted: number;
}

export const threadTimes = (pid: number): ThreadTimes => {
  const folder = `/proc/${String(pid)}/task/${String(pid)}`;
  const [ranNs = NaN] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number);
  const switches = /^nonvoluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`${folder}/status`, 'utf8'));
  return { cpuMs: ranNs / 1e6, preempted: Number(switches?.[1]) };
};
