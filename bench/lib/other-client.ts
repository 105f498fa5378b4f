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

/** The times of some works in milliseconds, one after the other; those before the first warm up. */
export const timesOf = async (count: number, work: () => unknown, warmUps = 0): Promise<number[]> => {
  const times: number[] = [];
  for (let index = -warmUps; index < count; index++) {
    const ms = await timed(work);
    if (index >= 0) times.push(ms);
  }
  return times;
};

export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
