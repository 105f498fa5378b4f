import { type Creation, defaultLimits, type Limits } from '@pairspace/protocol';
import { availableParallelism } from 'node:os';
import { isLoopbackHost } from './lib/loopback.ts';
import type { Rate } from './limits/rate-limit.ts';
import { assertKnownVariables } from './settings/known-variables.ts';
import { type Environment, readSetting, readSettings, type ValuesOf } from './settings/setting.ts';
import { type madeThings, settingTable } from './settings/setting-table.ts';
import { readTracing, type TracingSettings } from './tracing/settings.ts';

const perMinute = (count: number): Rate => ({ count, windowMs: 60_000 });

/** Values that no operator sets. Tests start the service with other ones. */
const constants = {
  /** A request must be complete after this long. */
  requestTimeoutMs: 30_000,
  /** The number of exports that a process makes at once. */
  exportsAtOnce: 8,
  inviteTtlMs: 86_400_000,
  /** The rows of an import are swept when its claim on the id was not renewed for so long. */
  importClaimMs: 60_000,
  /** The rates of wrong invite codes in one session: from one address, and in total. */
  inviteRate: perMinute(10),
  inviteSessionRate: perMinute(1000),
  heartbeatIntervalMs: 15_000,
  presenceTimeoutMs: 60_000,
  stallTimeoutMs: 600_000,
  /** How often the service looks for absent agents, stalled sessions and unread messages. */
  watchPauseMs: 1000,
  /** When a delivery is tried again, counted from its first attempt. */
  webhookScheduleMs: [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * 60_000),
  /** The time limit of one attempt to deliver. */
  webhookTimeoutMs: 5000,
  /** How often the sender looks for deliveries without a notification. */
  webhookPollMs: 1000,
  /** How long a finished delivery is kept. */
  webhookKeepMs: 7 * 86_400_000,
  jobLeaseMs: 30_000,
  jobQueueTtlMs: 600_000,
  /** How often the queue of jobs is read without a signal. */
  computePollMs: 1000,
};

const { service, storage, access, rates, limits, compute, webhooks, log } = settingTable;
const { made, ...ownRates } = rates;
const named = { ...service, ...storage, ...access, ...ownRates, ...compute, ...webhooks, ...log };

type Constants = typeof constants;
type Settings = ValuesOf<typeof named>;

/** The constants and settings with which the service starts. */
export interface Config extends Constants, Settings {
  sessionPace: Rate;
  computeSlots: number;
  /** The number of things that an address may create without a token (NET-14). */
  creationRates: Record<Creation, Rate>;
  /** The number of pools and of jobs that an address makes. */
  poolRate: Rate;
  jobRate: Rate;
  limits: Limits;
  /** Whether other machines can reach the service. */
  isExposed: boolean;
  /** Undefined: no traces. */
  tracing: TracingSettings | undefined;
}

/** Reads the settings from environment variables. A value that cannot be read is an error whose message names it. */
export const readConfig = (env: Environment): Config => {
  assertKnownVariables(Object.keys(env));
  const { host, trustProxy } = readSettings(service, env);
  const isExposed = !isLoopbackHost(host) || trustProxy.length > 0;
  const settings = readSettings(named, env, isExposed);
  const { requestRate, sessionPace, computeSlots } = settings;
  return {
    ...constants,
    ...settings,
    isExposed,
    sessionPace: sessionPace ?? (requestRate === 'off' ? 'off' : perMinute(120)),
    computeSlots: computeSlots ?? availableParallelism(),
    ...readRates(env, isExposed),
    limits: readLimits(env, isExposed),
    tracing: readTracing(env),
  };
};

/** The defaults of a setting of named values, with those that are given. */
const readNamed = <S extends typeof made | typeof limits.limits>(setting: S, env: Environment, isExposed: boolean) => ({
  ...readSetting(setting, {}, isExposed),
  ...readSetting(setting, env, isExposed),
});

const readRates = (env: Environment, isExposed: boolean): Pick<Config, 'creationRates' | 'poolRate' | 'jobRate'> => {
  const given = readNamed(made, env, isExposed) as Partial<Record<(typeof madeThings)[number], Rate>>;
  const { sessions = 'off', profiles = 'off', ratings = 'off', observers = 'off', webhooks: hooks = 'off' } = given;
  const creationRates = { sessions, profiles, ratings, observers, webhooks: hooks };
  return { creationRates, poolRate: given.pools ?? 'off', jobRate: given.jobs ?? 'off' };
};

const readLimits = (env: Environment, isExposed: boolean): Limits => ({
  ...defaultLimits,
  ...readNamed(limits.limits, env, isExposed),
});
