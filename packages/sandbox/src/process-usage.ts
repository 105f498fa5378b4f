import fs from 'node:fs';

export interface ProcessUsage {
  cpuMs: number;
  rssMb: number;
  peakRssMb: number;
}

// Linux counts in hundredths of a second wherever it shows a process's time.
const tickMs = 10;

/** Undefined where there is no /proc, or no such process any more. */
export const readProcessUsage = (pid: number): ProcessUsage | undefined => {
  try {
    const stat = fs.readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // The name stands in brackets and may hold anything, brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = fs.readFileSync(`/proc/${String(pid)}/status`, 'latin1');
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
      rssMb: megabytes('VmRSS'),
      peakRssMb: megabytes('VmHWM'),
    };
  } catch {
    return undefined;
  }
};

/** The processes right below one: how the child inside of `unshare` is found. */
export const readChildPids = (pid: number): number[] => {
  try {
    return fs
      .readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'latin1')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};
