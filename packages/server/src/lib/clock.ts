/** The source of time in the process, in milliseconds since the epoch. Tests use a clock of their own. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds. */
export const isoTime = (ms: number): string => {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
};

export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

// The last result is cached, because one request formats the same time several times.
let lastMs: number | undefined;
let lastText = '';
