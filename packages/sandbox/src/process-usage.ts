import fs from 'node:fs';

export interface ProcessUsage {
  cpuMs: number;
  rssMb: number;
  peakRssMb: number;
}

// The unit of process times in /proc, on every Linux.
const tickMs = 10;

/** The usage of a process; undefined without /proc, or if the process no longer exists. */
export const readProcessUsage = (pid: number): ProcessUsage | undefined => {
  try {
    const stat = fs.readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // The name stands in parentheses and may contain any character, even parentheses.
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

/** The direct children of a process. They include the process inside `unshare`. */
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
