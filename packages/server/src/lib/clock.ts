/** Where the process reads the time. Milliseconds since the epoch; tests move it by hand. */
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

// One request says the same time several times.
let lastMs: number | undefined;
let lastText = '';
