import fs from 'node:fs';
import os from 'node:os';

const niceness = 5;
/** The largest there is: such a process is chosen before every other. */
const oomScore = 1000;

/**
 * Lets a new child come after whoever serves requests. It takes the processor later: Linux weighs sessions against each
 * other before it weighs their processes, and a child is a session of its own, so both are told. And when memory runs
 * out, the system ends the child first. A machine that has no such thing, or does not allow it, is left as it is.
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
      // It costs latency under load, or the wrong process in need, and no wall.
    }
  }
};
