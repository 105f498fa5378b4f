import { quantile } from '@pairspace/testkit/statistics';
import type { Absences } from './absences.ts';
import type { Verdict } from './verdict.ts';

export const absenceChecks = {
  toldOnce: 'an absence is told once, and pauses its session once, whoever is killed',
  toldAtAll: 'an absence is told, whatever was away meanwhile',
  toldSoon: 'an absence is told within 5 s of its time, and 19 of 20 within 2 s, whoever is killed',
} as const;

/** The permitted delays of reports: of all, and of most. They allow for a busy machine. */
const toldWithinMs = { all: 5000, most: 2000 };

interface Judging {
  /** Only absences before this time count for the delays. */
  killedUntil: number;
  verdict: Verdict;
}

/** Checks the absences in the logs. */
export const judgeAbsences = (absences: readonly Absences[], { killedUntil, verdict }: Judging): void => {
  for (const { told, untold, pausedTwice } of absences) {
    const heartbeats = new Set(told.map(({ lastSeenAt }) => lastSeenAt));
    const twice = told.length - heartbeats.size;
    verdict.expect(
      absenceChecks.toldOnce,
      twice === 0,
      () => `${String(twice)} of ${String(told.length)} were told twice`,
    );
    verdict.expect(absenceChecks.toldAtAll, untold.length === 0, () => untold.join('; '));
    verdict.expect(
      absenceChecks.toldOnce,
      pausedTwice === 0,
      () => `${String(pausedTwice)} pauses of a paused session`,
    );
  }
  const delaysMs = absences
    .flatMap(({ told }) => told)
    .filter(({ at }) => at < killedUntil)
    .map(({ delayMs }) => delayMs);
  const { toldSoon } = absenceChecks;
  for (const delayMs of delaysMs) {
    verdict.expect(toldSoon, delayMs < toldWithinMs.all, () => `one was told after ${String(delayMs)} ms`);
  }
  const mostMs = quantile(delaysMs, 0.95);
  verdict.expect(toldSoon, mostMs < toldWithinMs.most, () => `one in twenty was told after ${String(mostMs)} ms`);
};
