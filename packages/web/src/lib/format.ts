const numbers = new Intl.NumberFormat('en');
const clockSeconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** How moments are written: in the time zone of the reader, or in UTC for all readers. */
export interface Clock {
  /** `14:03` */
  time: (iso: string) => string;
  /** `Mon, 2 Feb 2026` */
  day: (iso: string) => string;
  /** `2 Feb 2026, 14:03` */
  moment: (iso: string) => string;
  /** The full date and time, with the name of the time zone. */
  full: (iso: string) => string;
}

const dateWords = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeWords = { hour: '2-digit', minute: '2-digit' } as const;

export const clockIn = (timeZone?: 'UTC'): Clock => {
  const writer = (options: Intl.DateTimeFormatOptions): ((iso: string) => string) => {
    const format = new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone && { timeZone }) });
    return (iso) => format.format(new Date(iso));
  };
  return {
    time: writer(timeWords),
    day: writer({ weekday: 'short', ...dateWords }),
    moment: writer({ ...dateWords, ...timeWords }),
    full: writer({ dateStyle: 'full', timeStyle: 'long' }),
  };
};

export const readersClock = clockIn();

export const count = (value: number): string =>
  numbers.format(Number.isInteger(value) ? value : Math.round(value * 100) / 100);

/** Credits with three decimals, as the service counts. With fewer, shown parts would not add up to their sum. */
export const creditsText = (value: number): string => numbers.format(Math.round(value * 1000) / 1000);

/** How long ago something was, as a phrase. */
export const agoPhrase = (iso: string, nowMs: number): string => {
  const time = ago(iso, nowMs);
  return time === 'now' ? 'just now' : `${time} ago`;
};

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** A number and its unit with a non-breaking space between. */
export const withUnit = (value: number | string, unit: string): string => `${String(value)}\u00a0${unit}`;

export const timeWithSeconds = (iso: string): string => clockSeconds.format(new Date(iso));
export const dayOf = readersClock.day;
export const fullTime = readersClock.full;

export const sameDay = (a: string, b: string): boolean => new Date(a).toDateString() === new Date(b).toDateString();

const minuteMs = 60_000;

/** How long ago, in the largest unit that fits. */
export const ago = (iso: string, nowMs: number): string => {
  const ms = Math.max(0, nowMs - Date.parse(iso));
  if (ms < 10_000) return 'now';
  if (ms < minuteMs) return withUnit(Math.round(ms / 1000), 's');
  if (ms < 60 * minuteMs) return withUnit(Math.round(ms / minuteMs), 'min');
  if (ms < 48 * 60 * minuteMs) return withUnit(Math.round(ms / (60 * minuteMs)), 'h');
  return withUnit(Math.round(ms / (24 * 60 * minuteMs)), 'days');
};

export const bytes = (size: number): string => {
  if (size < 1024) return plural(size, 'byte');
  if (size < 1024 * 1024) return withUnit((size / 1024).toFixed(size < 10_240 ? 1 : 0), 'KB');
  return withUnit((size / 1024 / 1024).toFixed(1), 'MB');
};

/** A duration: `180 ms`, `2.4 s`, `3 min 20 s`, `2 h 5 min`. */
export const duration = (ms: number): string => {
  if (ms < 950) return withUnit(count(Math.round(ms)), 'ms');
  if (ms < 60_000) return withUnit((ms / 1000).toFixed(1), 's');
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${withUnit(minutes, 'min')} ${withUnit(Math.floor(ms / 1000) % 60, 's')}`;
  return `${withUnit(count(Math.floor(minutes / 60)), 'h')} ${withUnit(minutes % 60, 'min')}`;
};
