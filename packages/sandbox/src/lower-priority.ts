import fs from 'node:fs';
import os from 'node:os';

const niceness = 5;
/** The maximum; the kernel ends such a process before every other. */
const oomScore = 1000;

/**
 * Gives a new child a lower priority than the serving process. Linux divides the processor between sessions first and
 * processes second, and a child is a session of its own, so both get a low weight. When memory runs out, the system
 * ends the child first. The settings are skipped where the machine lacks or forbids them.
 */
export const lowerPriority = (pid: number): void => {
  for (const lower of [
    () => {
      os.setPriority(pid, niceness);
    },
    () => {
      fs.writeFileSync(`/proc/${String(pid)}/autogroup`, String(niceness));
    },
    () => {
      fs.writeFileSync(`/proc/${String(pid)}/oom_score_adj`, String(oomScore));
    },
  ]) {
    try {
      lower();
    } catch {
      // A failure costs latency, or the wrong process when memory runs out; it does not weaken the isolation.
    }
  }
};
