import { setTimeout as pause } from 'node:timers/promises';

const mostMs = 120_000;

/** Polls until the condition holds. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + mostMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('What is waited for does not come.');
    await pause(20);
  }
};
