import { setTimeout as pause } from 'node:timers/promises';

/** Looks again and again until a condition holds. False after a time, which is a bound for a hang. */
export const until = async (holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> => {
  for (const deadline = performance.now() + withinMs; ;) {
    if (await holds()) return true;
    if (performance.now() > deadline) return false;
    await pause(20);
  }
};
