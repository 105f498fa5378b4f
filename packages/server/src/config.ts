import { defaultLimits, type Limits, type Visibility } from '@pairspace/protocol';
import type { Rate } from './http/rate-limit.ts';

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Everything that an operator can set. */
export interface Config {
  host: string;
  port: number;
  dataFolder: string;
  /** PostgreSQL in place of the embedded database. */
  databaseUrl: string | undefined;
  databaseConnections: number;
  /** NATS, which joins several nodes. */
  natsUrl: string | undefined;
  logLevel: (typeof logLevels)[number];
  defaultVisibility: Visibility;
  requestRate: Rate;
  inviteRate: Rate;
  inviteTtlMs: number;
  requestTimeoutMs: number;
  heartbeatIntervalMs: number;
  presenceTimeoutMs: number;
  stallTimeoutMs: number;
  watchPauseMs: number;
  trustProxy: string[];
  limits: Limits;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = (text: string) => T | undefined;

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const duration: Read<number> = (text) => {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : undefined;
};

const rate: Read<Rate> = (text) => {
  if (text === 'off') return 'off';
  const match = /^([1-9]\d{0,8})\/(s|m|h)$/.exec(text);
  return match ? { count: Number(match[1]), windowMs: unitMs[match[2] as keyof typeof unitMs] } : undefined;
};

const wholeNumber =
  (min: number, max: number): Read<number> =>
  (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    return value !== undefined && value >= min && value <= max ? value : undefined;
  };

const oneOf =
  <T extends string>(...values: readonly T[]): Read<T> =>
  (text) =>
    values.find((value) => value === text);

const someText: Read<string> = (text) => (text.trim() === '' ? undefined : text);

const urlOf =
  (...protocols: readonly string[]): Read<string> =>
  (text) =>
    text.split(',').every((part) => URL.canParse(part) && protocols.includes(new URL(part).protocol))
      ? text
      : undefined;

const list: Read<string[]> = (text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Reads the settings from environment variables. One that cannot be read is an error whose message names it. */
export const readConfig = (env: Environment): Config => {
  const setting = <T>(name: string, read: Read<T>, expected: string, fallback: T): T => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = read(text);
    // An address may hold a password.
    const shown = name.endsWith('_URL') ? 'something else' : `"${text}"`;
    if (value === undefined) throw new Error(`${name} is ${shown}, but must be ${expected}.`);
    return value;
  };
  const time = 'a duration such as 300ms, 5s or 2h';
  const frequency = 'a rate such as 600/m, or off';

  const limits = { ...defaultLimits };
  for (const key of Object.keys(limits) as (keyof Limits)[]) {
    limits[key] = setting(
      limitVariable(key),
      wholeNumber(1, 2 ** 30),
      'a whole number from 1 to 1073741824',
      limits[key],
    );
  }

  return {
    host: setting('HOST', someText, 'an address to listen on', '127.0.0.1'),
    port: setting('PORT', wholeNumber(0, 65_535), 'a port from 0 to 65535', 8787),
    databaseUrl: setting<string | undefined>(
      'DATABASE_URL',
      urlOf('postgres:', 'postgresql:'),
      'a URL such as postgres://user:password@host:5432/database',
      undefined,
    ),
    databaseConnections: setting(
      'PAIRSPACE_DATABASE_CONNECTIONS',
      wholeNumber(2, 1000),
      'a whole number from 2 to 1000',
      20,
    ),
    natsUrl: setting<string | undefined>(
      'NATS_URL',
      urlOf('nats:', 'tls:'),
      'a URL such as nats://host:4222',
      undefined,
    ),
    dataFolder: setting('PAIRSPACE_DATA', someText, 'a folder', './data'),
    logLevel: setting('PAIRSPACE_LOG', oneOf(...logLevels), `one of ${logLevels.join(', ')}`, 'info'),
    defaultVisibility: setting(
      'PAIRSPACE_DEFAULT_VISIBILITY',
      oneOf('public', 'private'),
      'public or private',
      'public',
    ),
    requestRate: setting('PAIRSPACE_RATE_LIMIT', rate, frequency, { count: 600, windowMs: 60_000 }),
    inviteRate: setting('PAIRSPACE_INVITE_RATE_LIMIT', rate, frequency, { count: 10, windowMs: 60_000 }),
    inviteTtlMs: setting('PAIRSPACE_INVITE_TTL', duration, time, 86_400_000),
    requestTimeoutMs: setting('PAIRSPACE_REQUEST_TIMEOUT', duration, time, 30_000),
    heartbeatIntervalMs: setting('PAIRSPACE_HEARTBEAT_INTERVAL', duration, time, 15_000),
    presenceTimeoutMs: setting('PAIRSPACE_PRESENCE_TIMEOUT', duration, time, 60_000),
    stallTimeoutMs: setting('PAIRSPACE_STALL_TIMEOUT', duration, time, 600_000),
    watchPauseMs: setting('PAIRSPACE_WATCH_PAUSE', duration, time, 1000),
    trustProxy: setting('PAIRSPACE_TRUST_PROXY', list, 'addresses or networks, separated by commas', []),
    limits,
  };
};

/** `messageBytes` is set by `PAIRSPACE_MESSAGE_BYTES`. */
const limitVariable = (key: keyof Limits): string =>
  `PAIRSPACE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
