import { defaultLimits, type Limits, type SandboxType, type Visibility } from '@pairspace/protocol';
import { availableParallelism } from 'node:os';
import { type AccessSettings, readAccessSettings } from './access-settings.ts';
import type { Rate } from './limits/rate-limit.ts';
import { assertKnownVariables } from './known-variables.ts';
import {
  bearer,
  duration,
  type Environment,
  frequency,
  key,
  listOf,
  oneOf,
  orOff,
  rate,
  rising,
  type SecretSetting,
  type Setting,
  settingReader,
  someText,
  time,
  unitMs,
  urlOf,
  warmChildren,
  wholeNumber,
} from './setting-readers.ts';
import { readTracing, type TracingSettings } from './tracing/settings.ts';
import { type AddressRange, parseAddressRange } from './webhooks/address-policy.ts';
import type { WebhookAccess } from './access/webhook-reach.ts';

const computeModes = ['on', 'workers', 'off'] as const;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Everything that an operator can set. */
export interface Config extends AccessSettings {
  port: number;
  dataFolder: string;
  /** PostgreSQL in place of the embedded database. */
  databaseUrl: string | undefined;
  databaseConnections: number;
  /** NATS, which joins several nodes. */
  natsUrl: string | undefined;
  logLevel: (typeof logLevels)[number];
  /** The level of the line that each request writes. */
  accessLog: 'debug' | 'info';
  defaultVisibility: Visibility;
  requestRate: Rate;
  /** Wrong invite codes in one session: from one address, and in all. */
  inviteRate: Rate;
  inviteSessionRate: Rate;
  /** Messages in one session. */
  sessionPace: Rate;
  /** Empty messages in a row are refused. */
  loopGuard: boolean;
  /** Secrets in what others will read are refused. */
  refuseSecrets: boolean;
  inviteTtlMs: number;
  requestTimeoutMs: number;
  heartbeatIntervalMs: number;
  presenceTimeoutMs: number;
  stallTimeoutMs: number;
  /** A mentioned agent may leave a message unread for this long before that is told; undefined: it is never told. */
  unreadAfterMs: number | undefined;
  watchPauseMs: number;
  exportsAtOnce: number;
  exportWaitMs: number;
  /** The operator's token. */
  adminToken: string | undefined;
  /** Seals the secrets of webhooks; in a file of the data folder when it is not given. */
  secretKey: Buffer | undefined;
  /** Signs checkpoints, by its seed; one that the service makes and keeps when it is not given. */
  signingSeed: Buffer | undefined;
  webhookAccess: WebhookAccess;
  /** When a delivery that failed is tried again, counted from its first attempt. */
  webhookScheduleMs: number[];
  /** For one attempt. */
  webhookTimeoutMs: number;
  /** How often the sender looks for deliveries that nothing told it of. */
  webhookPollMs: number;
  /** How long the queue of a webhook stays with a sender that is gone. */
  webhookLeaseMs: number;
  /** How long a delivery that is over can still be looked at. */
  webhookKeepMs: number;
  webhookAllow: AddressRange[];
  /** Undefined: no traces. */
  tracing: TracingSettings | undefined;
  /** Jobs for the sandbox run here, wait for workers of the operator's, or are refused. */
  compute: (typeof computeModes)[number];
  computeSlots: number;
  /** Undefined: what the sandbox thinks right for this machine. */
  computeMemoryMb: number | undefined;
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
  /** Undefined: half of what is free on the disk of the embedded database at the start (CAP-8). */
  storageBytes: number | 'off' | undefined;
  /** A session without activity for so long is deleted; undefined: never. */
  retainMs: number | undefined;
  /** The same for one that nobody but its creator ever came to. */
  abandonedMs: number | undefined;
}

/** Lower limits for a service that strangers can reach. */
const exposedLimits: Partial<Limits> = { poolCredits: 1000 };

/** Reads the settings from environment variables. An invalid setting is an error whose message names it. */
export const readConfig = (env: Environment): Config => {
  const { setting, secretSetting, names } = settingReader(env);

  const access = readAccessSettings(setting);
  const { isExposed } = access;
  const requestRate = setting('PAIRSPACE_RATE_LIMIT', rate, frequency, { count: 600, windowMs: 60_000 });
  const config = {
    ...access,
    port: setting('PORT', wholeNumber(0, 65_535), 'a port from 0 to 65535', 8787),
    logLevel: setting('PAIRSPACE_LOG', oneOf(...logLevels), `one of ${logLevels.join(', ')}`, 'info'),
    accessLog: setting('PAIRSPACE_ACCESS_LOG', oneOf('debug', 'info'), 'debug or info', 'debug'),
    requestRate,
    requestTimeoutMs: setting('PAIRSPACE_REQUEST_TIMEOUT', duration, time, 30_000),
    exportsAtOnce: setting('PAIRSPACE_EXPORTS_AT_ONCE', wholeNumber(1, 1000), 'a whole number from 1 to 1000', 8),
    exportWaitMs: setting('PAIRSPACE_EXPORT_WAIT', duration, time, 10_000),
    ...readKeys(secretSetting),
    ...readStorage(setting, isExposed),
    ...readSessions(setting, requestRate),
    ...readWebhooks(setting),
    ...readCompute(setting, isExposed),
    tracing: readTracing(env),
    limits: readLimits(setting, isExposed),
  };
  assertKnownVariables(Object.keys(env), names());
  return config;
};

const readKeys = (secretSetting: SecretSetting) => ({
  adminToken: secretSetting('PAIRSPACE_ADMIN_TOKEN', bearer, '8 to 512 visible ASCII characters'),
  secretKey: secretSetting('PAIRSPACE_SECRET_KEY', key, '32 bytes in base64 or hexadecimal'),
  signingSeed: secretSetting('PAIRSPACE_SIGNING_KEY', key, '32 bytes in base64 or hexadecimal'),
});

const readStorage = (setting: Setting, isExposed: boolean) => ({
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
  natsUrl: setting<string | undefined>('NATS_URL', urlOf('nats:', 'tls:'), 'a URL such as nats://host:4222', undefined),
  dataFolder: setting('PAIRSPACE_DATA', someText, 'a folder', './data'),
  storageBytes: setting<number | 'off' | undefined>(
    'PAIRSPACE_STORAGE_BYTES',
    (text) => (text === 'off' ? text : wholeNumber(1, 2 ** 50)(text)),
    'a whole number of bytes, or off',
    undefined,
  ),
  retainMs: setting('PAIRSPACE_RETAIN', orOff(duration), `${time}, or off`, { value: undefined }).value,
  abandonedMs: setting('PAIRSPACE_ABANDONED', orOff(duration), `${time}, or off`, {
    value: isExposed ? 7 * unitMs.d : undefined,
  }).value,
});

const readSessions = (setting: Setting, requestRate: Rate) => ({
  defaultVisibility: setting('PAIRSPACE_DEFAULT_VISIBILITY', oneOf('public', 'private'), 'public or private', 'public'),
  sessionPace: setting<Rate>(
    'PAIRSPACE_SESSION_PACE',
    rate,
    frequency,
    requestRate === 'off' ? 'off' : { count: 120, windowMs: 60_000 },
  ),
  refuseSecrets: setting('PAIRSPACE_SECRETS', oneOf('refuse', 'off'), 'refuse or off', 'refuse') === 'refuse',
  loopGuard: setting('PAIRSPACE_LOOP_GUARD', oneOf('on', 'off'), 'on or off', 'on') === 'on',
  inviteRate: setting('PAIRSPACE_INVITE_RATE_LIMIT', rate, frequency, { count: 10, windowMs: 60_000 }),
  inviteSessionRate: setting('PAIRSPACE_INVITE_SESSION_RATE_LIMIT', rate, frequency, {
    count: 1000,
    windowMs: unitMs.m,
  }),
  inviteTtlMs: setting('PAIRSPACE_INVITE_TTL', duration, time, 86_400_000),
  heartbeatIntervalMs: setting('PAIRSPACE_HEARTBEAT_INTERVAL', duration, time, 15_000),
  presenceTimeoutMs: setting('PAIRSPACE_PRESENCE_TIMEOUT', duration, time, 60_000),
  stallTimeoutMs: setting('PAIRSPACE_STALL_TIMEOUT', duration, time, 600_000),
  unreadAfterMs: setting('PAIRSPACE_UNREAD_AFTER', orOff(duration), `${time}, or off`, { value: 600_000 }).value,
  watchPauseMs: setting('PAIRSPACE_WATCH_PAUSE', duration, time, 1000),
});

const readWebhooks = (setting: Setting) => ({
  webhookAccess: setting('PAIRSPACE_WEBHOOKS', oneOf('open', 'token'), 'open or token', 'open'),
  webhookScheduleMs: setting(
    'PAIRSPACE_WEBHOOK_SCHEDULE',
    rising,
    'rising durations such as 1m,5m,30m',
    [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * unitMs.m),
  ),
  webhookTimeoutMs: setting('PAIRSPACE_WEBHOOK_TIMEOUT', duration, time, 5000),
  webhookPollMs: setting('PAIRSPACE_WEBHOOK_POLL', duration, time, 1000),
  webhookLeaseMs: setting('PAIRSPACE_WEBHOOK_LEASE', duration, time, 15_000),
  webhookKeepMs: setting('PAIRSPACE_WEBHOOK_KEEP', duration, time, 7 * unitMs.d),
  webhookAllow: setting(
    'PAIRSPACE_WEBHOOK_ALLOW',
    listOf(parseAddressRange),
    'addresses or networks such as 127.0.0.0/8, separated by commas',
    [],
  ),
});

const readCompute = (setting: Setting, isExposed: boolean) => ({
  compute: setting('PAIRSPACE_COMPUTE', oneOf(...computeModes), `one of ${computeModes.join(', ')}`, 'on'),
  computeSlots: setting(
    'PAIRSPACE_COMPUTE_SLOTS',
    wholeNumber(1, 1024),
    'a whole number from 1 to 1024',
    availableParallelism(),
  ),
  computeMemoryMb: setting<number | undefined>(
    'PAIRSPACE_COMPUTE_MEMORY_MB',
    wholeNumber(128, 2 ** 30),
    'a whole number from 128',
    undefined,
  ),
  computeWarm: setting('PAIRSPACE_COMPUTE_WARM', warmChildren, 'a list such as javascript=1,python=1,wasm=0', {}),
  wheelsFolder: setting<string | undefined>('PAIRSPACE_WHEELS', someText, 'a folder', undefined),
  jobLeaseMs: setting('PAIRSPACE_JOB_LEASE', duration, time, 30_000),
  jobQueueTtlMs: setting('PAIRSPACE_JOB_QUEUE_TTL', duration, time, 600_000),
  computePollMs: setting('PAIRSPACE_COMPUTE_POLL', duration, time, 1000),
  poolRate: setting('PAIRSPACE_POOL_RATE_LIMIT', rate, frequency, isExposed ? { count: 5, windowMs: unitMs.h } : 'off'),
  jobRate: setting('PAIRSPACE_JOB_RATE_LIMIT', rate, frequency, isExposed ? { count: 60, windowMs: unitMs.m } : 'off'),
});

const readLimits = (setting: Setting, isExposed: boolean): Limits => {
  const limits = { ...defaultLimits, ...(isExposed && exposedLimits) };
  for (const key of Object.keys(limits) as (keyof Limits)[]) {
    limits[key] = setting(
      limitVariable(key),
      wholeNumber(1, 2 ** 30),
      'a whole number from 1 to 1073741824',
      limits[key],
    );
  }
  return limits;
};

/** `messageBytes` is set by `PAIRSPACE_MESSAGE_BYTES`. */
const limitVariable = (key: keyof Limits): string =>
  `PAIRSPACE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
