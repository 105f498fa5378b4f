import { defaultLimits, isSandboxType, type Limits, type SandboxType, type Visibility } from '@pairspace/protocol';
import { availableParallelism, totalmem } from 'node:os';
import type { Rate } from './http/rate-limit.ts';

const computeModes = ['on', 'workers', 'off'] as const;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Everything that an operator can set. */
export interface Config {
  host: string;
  port: number;
  dataFolder: string;
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
  /** The operator's token. */
  adminToken: string | undefined;
  /** Jobs for the sandbox run here, wait for workers of the operator's, or are refused. */
  compute: (typeof computeModes)[number];
  computeSlots: number;
  computeMemoryMb: number;
  /** Children that are kept ready, by runtime. */
  computeWarm: Partial<Record<SandboxType, number>>;
  wheelsFolder: string | undefined;
  jobLeaseMs: number;
  jobQueueTtlMs: number;
  computePollMs: number;
  /** How many pools and jobs one client address may make. */
  poolRate: Rate;
  jobRate: Rate;
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

const list: Read<string[]> = (text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Visible ASCII, as a header carries it. */
const bearer: Read<string> = (text) => (/^[\u0021-\u007e]{8,512}$/.test(text) ? text : undefined);

/** `javascript=1,python=0`. */
const warmChildren: Read<Partial<Record<SandboxType, number>>> = (text) => {
  const warm: Partial<Record<SandboxType, number>> = {};
  for (const item of text.split(',')) {
    const [, name = '', count] = /^ *(\w+)=(\d{1,2}) *$/.exec(item) ?? [];
    if (!isSandboxType(name) || count === undefined) return undefined;
    warm[name] = Number(count);
  }
  return warm;
};

/** Whether only this machine can reach what listens there. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

/** What a pool may have where strangers can make one. */
const exposedPoolCredits = 1000;
const mebibyte = 1024 * 1024;

/** Reads the settings from environment variables. One that cannot be read is an error whose message names it. */
export const readConfig = (env: Environment): Config => {
  const setting = <T>(name: string, read: Read<T>, expected: string, fallback: T): T => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = read(text);
    if (value === undefined) throw new Error(`${name} is "${text}", but must be ${expected}.`);
    return value;
  };
  /** One that must not be shown. */
  const secretSetting = <T>(name: string, read: Read<T>, expected: string): T | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    const value = read(text);
    if (value === undefined) throw new Error(`${name} must be ${expected}.`);
    return value;
  };
  const time = 'a duration such as 300ms, 5s or 2h';
  const frequency = 'a rate such as 600/m, or off';

  const host = setting('HOST', someText, 'an address to listen on', '127.0.0.1');
  const isExposed = !isLoopback(host);
  const limits = { ...defaultLimits, ...(isExposed && { poolCredits: exposedPoolCredits }) };
  for (const key of Object.keys(limits) as (keyof Limits)[]) {
    limits[key] = setting(
      limitVariable(key),
      wholeNumber(1, 2 ** 30),
      'a whole number from 1 to 1073741824',
      limits[key],
    );
  }

  return {
    host,
    port: setting('PORT', wholeNumber(0, 65_535), 'a port from 0 to 65535', 8787),
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
    adminToken: secretSetting('PAIRSPACE_ADMIN_TOKEN', bearer, '8 to 512 visible ASCII characters'),
    compute: setting('PAIRSPACE_COMPUTE', oneOf(...computeModes), `one of ${computeModes.join(', ')}`, 'on'),
    computeSlots: setting(
      'PAIRSPACE_COMPUTE_SLOTS',
      wholeNumber(1, 1024),
      'a whole number from 1 to 1024',
      availableParallelism(),
    ),
    computeMemoryMb: setting(
      'PAIRSPACE_COMPUTE_MEMORY_MB',
      wholeNumber(128, 2 ** 30),
      'a whole number from 128',
      Math.floor(totalmem() / mebibyte / 2),
    ),
    computeWarm: setting('PAIRSPACE_COMPUTE_WARM', warmChildren, 'a list such as javascript=1,python=1,wasm=0', {}),
    wheelsFolder: setting<string | undefined>('PAIRSPACE_WHEELS', someText, 'a folder', undefined),
    jobLeaseMs: setting('PAIRSPACE_JOB_LEASE', duration, time, 30_000),
    jobQueueTtlMs: setting('PAIRSPACE_JOB_QUEUE_TTL', duration, time, 600_000),
    computePollMs: setting('PAIRSPACE_COMPUTE_POLL', duration, time, 1000),
    poolRate: setting(
      'PAIRSPACE_POOL_RATE_LIMIT',
      rate,
      frequency,
      isExposed ? { count: 5, windowMs: unitMs.h } : 'off',
    ),
    jobRate: setting(
      'PAIRSPACE_JOB_RATE_LIMIT',
      rate,
      frequency,
      isExposed ? { count: 60, windowMs: unitMs.m } : 'off',
    ),
    limits,
  };
};

/** `messageBytes` is set by `PAIRSPACE_MESSAGE_BYTES`. */
const limitVariable = (key: keyof Limits): string =>
  `PAIRSPACE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
