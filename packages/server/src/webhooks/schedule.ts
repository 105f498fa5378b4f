const jitter = 0.1;
const minuteMs = 60_000;

interface Progress {
  /** Attempts of this round so far, the one that just failed included. */
  attempts: number;
  firstAttemptAt: number;
  now: number;
  /** How long after the first attempt the others come. */
  offsetsMs: readonly number[];
  /** Between 0 and 1. */
  random: number;
}

/**
 * When to try again; undefined when that was the last time (HOOK-14). Times count from the first attempt, not from the
 * one before, so that the last comes when the schedule says, and never earlier: who is back by then has lost nothing.
 * Those that passed while nobody could send are made up for at a distance.
 */
export const nextAttemptAt = ({ attempts, firstAttemptAt, now, offsetsMs, random }: Progress): number | undefined => {
  const offsetMs = offsetsMs[attempts - 1];
  if (offsetMs === undefined) return undefined;
  const distanceMs = (offsetMs - (offsetsMs[attempts - 2] ?? 0)) / 2;
  const isLast = attempts === offsetsMs.length;
  const earliest = isLast ? 1 : 1 - jitter;
  const planned = firstAttemptAt + offsetMs * (earliest + (1 + jitter - earliest) * random);
  return Math.round(Math.max(planned, now + Math.min(distanceMs, minuteMs)));
};

/** How long after it was queued a delivery is worth a first attempt. */
export const worthTryingMs = (offsetsMs: readonly number[]): number => (offsetsMs.at(-1) ?? 0) * (1 + jitter);
