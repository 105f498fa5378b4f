import fs from 'node:fs';
import os from 'node:os';

const niceness = 5;

/**
 * Lets a new child take the processor only after whoever serves requests. Linux weighs sessions against each other
 * before it weighs their processes, and a child is a session of its own, so both are told; a machine that has no such
 * thing, or does not allow it, is left as it is.
 */
export const yieldProcessor = (pid: number): void => {
  for (const lower of [
    () => {
      os.setPriority(pid, niceness);
    },
    () => {
      fs.writeFileSync(`/proc/${String(pid)}/autogroup`, String(niceness));
    },
  ]) {
    try {
      lower();
    } catch {
      // It costs latency under load and nothing else.
    }
  }
};
