import { type Creation, defaultLimits } from '@pairspace/protocol';
import type { Rate } from '../limits/rate-limit.ts';
import { compute, webhooks } from './feature-settings.ts';
import { log, traces } from './log-settings.ts';
import type { SettingGroup } from './setting.ts';
import {
  bearers,
  bytesOrOff,
  durationOrOff,
  hosts,
  key,
  namedValues,
  oneOf,
  onOrOff,
  origins,
  proxies,
  rate,
  text,
  url,
  wholeNumber,
} from './values.ts';

const service = {
  host: {
    variable: 'HOST',
    schema: text,
    description: 'Address to listen on',
    byDefault: '127.0.0.1',
    example: '0.0.0.0',
  },
  port: {
    variable: 'PORT',
    schema: wholeNumber(0, 65_535, 'a port from 0 to 65535'),
    description: 'Port to listen on; 0 takes a free one',
    byDefault: '8787',
    example: '8080',
  },
  trustProxy: {
    variable: 'PAIRSPACE_TRUST_PROXY',
    schema: proxies,
    description: 'Addresses or networks of proxies whose `X-Forwarded-For` is believed',
    byDefault: '',
    example: '127.0.0.1',
  },
  hosts: {
    variable: 'PAIRSPACE_HOSTS',
    schema: hosts,
    description: 'Names that the service answers to beside loopback and its own address; `*` for any',
    byDefault: '',
    whenExposed: '*',
    example: 'pairspace.example',
  },
  origins: {
    variable: 'PAIRSPACE_ORIGINS',
    schema: origins,
    description: 'Other sites whose pages may call the service; `*` for all',
    byDefault: '',
    example: 'https://a.example',
  },
  defaultVisibility: {
    variable: 'PAIRSPACE_DEFAULT_VISIBILITY',
    schema: oneOf('public', 'private'),
    description: 'Visibility of sessions that do not say: `public` or `private`',
    byDefault: 'public',
    example: 'private',
  },
  allowImport: {
    variable: 'PAIRSPACE_IMPORT',
    schema: onOrOff,
    description: 'Whether sessions can be imported from exports: `on` or `off`',
    byDefault: 'on',
    whenExposed: 'off',
    example: 'off',
  },
  refuseSecrets: {
    variable: 'PAIRSPACE_SECRETS',
    schema: oneOf('refuse', 'off').transform((text) => text === 'refuse'),
    description: 'Secrets of others in public sessions: `refuse` or `off`',
    byDefault: 'refuse',
    example: 'off',
  },
  loopGuard: {
    variable: 'PAIRSPACE_LOOP_GUARD',
    schema: onOrOff,
    description: 'Whether empty messages in a row are refused: `on` or `off`',
    byDefault: 'on',
    example: 'off',
  },
  a2a: {
    variable: 'PAIRSPACE_A2A',
    schema: onOrOff,
    description: 'Whether seats and sessions answer as agents of A2A below `/a2a`: `on` or `off`',
    byDefault: 'on',
    example: 'off',
  },
  unreadAfterMs: {
    variable: 'PAIRSPACE_UNREAD_AFTER',
    schema: durationOrOff,
    description: 'A mentioned agent that leaves a message unread for this long is reported; `off`: never',
    byDefault: '10m',
    example: '2m',
  },
} satisfies SettingGroup;

const storage = {
  dataFolder: {
    variable: 'PAIRSPACE_DATA',
    schema: text,
    description: 'Folder of the embedded database',
    byDefault: './data',
    example: '/var/lib/pairspace',
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    schema: url('a URL such as postgres://user:password@host:5432/database', 'postgres:', 'postgresql:'),
    description: 'PostgreSQL instead of the embedded database',
    example: 'postgres://user:password@host:5432/database',
    isSecret: true,
  },
  databaseConnections: {
    variable: 'PAIRSPACE_DATABASE_CONNECTIONS',
    schema: wholeNumber(2, 1000),
    description: 'Connections to PostgreSQL that a process opens at most',
    byDefault: '20',
    example: '50',
  },
  natsUrl: {
    variable: 'NATS_URL',
    schema: url('a URL such as nats://host:4222', 'nats:', 'tls:'),
    description: 'NATS, which joins several processes',
    example: 'nats://host:4222',
    isSecret: true,
  },
  storageBytes: {
    variable: 'PAIRSPACE_STORAGE_BYTES',
    schema: bytesOrOff,
    description:
      'What the whole service may store; beyond it writes that add are 503. Unset: what is stored at the start and half of what is free on the disk; with PostgreSQL: off',
    example: '10000000000',
  },
  retainMs: {
    variable: 'PAIRSPACE_RETAIN',
    schema: durationOrOff,
    description: 'Sessions without activity for this long are deleted',
    byDefault: 'off',
    example: '30d',
  },
  abandonedMs: {
    variable: 'PAIRSPACE_ABANDONED',
    schema: durationOrOff,
    description: 'Sessions with nobody but the creator, in which nothing was said, are deleted after this long',
    byDefault: 'off',
    whenExposed: '7d',
    example: '1d',
  },
} satisfies SettingGroup;

const access = {
  adminToken: {
    variable: 'PAIRSPACE_ADMIN_TOKEN',
    schema: bearers,
    description: 'The operator’s token; two with a comma between while one takes the place of the other',
    example: 'a-long-random-text',
    isSecret: true,
  },
  creators: {
    variable: 'PAIRSPACE_CREATE',
    schema: oneOf('anyone', 'key'),
    description: 'Who may make sessions and the like: `anyone`, or who has a `key`',
    byDefault: 'anyone',
    example: 'key',
  },
  readers: {
    variable: 'PAIRSPACE_READERS',
    schema: oneOf('anyone', 'key'),
    description: 'Who may read what is public: `anyone`, or who has a `key` or a token of the session',
    byDefault: 'anyone',
    example: 'key',
  },
  secretKey: {
    variable: 'PAIRSPACE_SECRET_KEY',
    schema: key,
    description:
      'Seals the secrets of webhooks: 32 bytes in base64 or hexadecimal. Else a file in the data folder. The same for all processes of one database',
    example: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
    isSecret: true,
  },
  signingSeed: {
    variable: 'PAIRSPACE_SIGNING_KEY',
    schema: key,
    description:
      'Signs checkpoints: an Ed25519 seed of 32 bytes in base64 or hexadecimal. Else one that the service makes and keeps in its database, sealed. Another one takes its place; the public keys of earlier ones stay',
    example: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
    isSecret: true,
  },
} satisfies SettingGroup;

/** The names of `PAIRSPACE_RATES`. */
export const madeThings = [
  'sessions',
  'profiles',
  'ratings',
  'observers',
  'webhooks',
  'pools',
  'jobs',
] as const satisfies readonly (Creation | 'pools' | 'jobs')[];

const rates = {
  requestRate: {
    variable: 'PAIRSPACE_RATE_LIMIT',
    schema: rate,
    description: 'Requests for each token or address, in `s`, `m` or `h`; `off` for no limit',
    byDefault: '600/m',
    example: '1200/m',
  },
  sessionPace: {
    variable: 'PAIRSPACE_SESSION_PACE',
    schema: rate,
    description: 'Messages in one session. Unset: `120/m`, or `off` where `PAIRSPACE_RATE_LIMIT` is',
    example: '60/m',
  },
  made: {
    variable: 'PAIRSPACE_RATES',
    schema: namedValues(
      madeThings,
      'names and rates such as sessions=10/h,jobs=off',
      (text): Rate | undefined => rate.safeParse(text).data,
    ),
    description:
      'What an address makes without a token, and pools and jobs with one; a rate that is not named is the default',
    byDefault: '',
    whenExposed: 'sessions=120/h,profiles=60/h,ratings=60/h,observers=60/h,webhooks=60/h,pools=5/h,jobs=60/m',
    example: 'sessions=10/h,jobs=off',
  },
} satisfies SettingGroup;

/** The least and the greatest value of a limit, where it is not any number above 0. */
const bounds: Readonly<Record<string, readonly [number, number]>> = { seats: [2, 64] };

const limitOf = (text: string, name: string): number | undefined => {
  const [least, most] = bounds[name] ?? [1, 2 ** 30];
  return wholeNumber(least, most).safeParse(text).data;
};

const limits = {
  limits: {
    variable: 'PAIRSPACE_LIMITS',
    schema: namedValues(
      Object.keys(defaultLimits),
      'names and whole numbers from 1 to 1073741824 such as noteBytes=524288,seats=32 (seats: 2 to 64)',
      limitOf,
    ),
    description: 'Limits by name, separated by commas',
    details: `The names of \`PAIRSPACE_LIMITS\` and their defaults are ${Object.entries(defaultLimits)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')}.`,
    byDefault: '',
    whenExposed: 'poolCredits=1000',
    example: 'noteBytes=524288,seats=32',
  },
} satisfies SettingGroup;

/** Every setting, in the order of the documents. */
export const settingTable = { service, storage, access, rates, limits, compute, webhooks, log, traces };

/** The headings of the groups in documents. */
export const headings: Readonly<Record<keyof typeof settingTable, string>> = {
  service: 'Service',
  storage: 'Storage and nodes',
  access: 'Access and keys',
  rates: 'Rates',
  limits: 'Limits',
  compute: 'Compute',
  webhooks: 'Webhooks',
  log: 'Log',
  traces: 'OpenTelemetry',
};
