import { readdirSync, readFileSync } from 'node:fs';

/** The processor use of a process's main thread so far. */
export interface ThreadTimes {
  cpuMs: number;
  /** The number of preemptions while the thread had work. */
  preempted: number;
}

export const threadTimes = (pid: number): ThreadTimes => {
  const folder = `/proc/${String(pid)}/task/${String(pid)}`;
  const [ranNs = NaN] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number);
  const switches = /^nonvoluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`${folder}/status`, 'utf8'));
  return { cpuMs: ranNs / 1e6, preempted: Number(switches?.[1]) };
};

/** The processor time of a process's worker threads so far. */
export const workerThreadsCpuMs = (pid: number): number => {
  const folder = `/proc/${String(pid)}/task`;
  return readdirSync(folder)
    .filter((thread) => readFileSync(`${folder}/${thread}/comm`, 'utf8').trim() === 'WorkerThread')
    .reduce(
      (sum, thread) => sum + Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    );
};
