import { onTestFinished, vi } from 'vitest';

const stepMs = 5;

/** Lets time pass with the turns of this process alone, so that nothing is late because the machine is busy. */
export const passTimeByTurns = (): void => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  const passing = setInterval(() => vi.advanceTimersByTime(stepMs), stepMs);
  onTestFinished(() => {
    clearInterval(passing);
    vi.useRealTimers();
  });
};
