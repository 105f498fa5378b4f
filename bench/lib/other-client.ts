import { setTimeout as pause } from 'node:timers/promises';

/** The times in milliseconds of the requests that another client sends, one every few milliseconds, until `work` ends. */
export const waitsDuring = async (work: Promise<unknown>, ask: () => Promise<unknown>): Promise<number[]> => {
  const stop = new AbortController();
  const ended = work.finally(() => {
    stop.abort();
  });
  const waits: number[] = [];
  while (!stop.signal.aborted) {
    waits.push(await timed(ask));
    await pause(5);
  }
  await ended;
  return waits;
};

export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
