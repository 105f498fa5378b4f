import { vi } from 'vitest';

/** Waits until the check throws nothing, and returns its result. The limit is for a hang. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 });
