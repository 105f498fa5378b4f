import { computeSettings } from './compute/setting-descriptions.ts';
import type { SettingDescription, SettingTable } from './setting-description.ts';
import { webhookSettings } from './webhooks/setting-descriptions.ts';

const mb = 1024 * 1024;

const service: SettingTable = {
  HOST: { meaning: 'Address to listen on', byDefault: '127.0.0.1', example: '0.0.0.0' },
  PORT: { meaning: 'Port to listen on; 0 takes a free one', byDefault: '8787', example: '8080' },
  PAIRSPACE_DEFAULT_VISIBILITY: {
    meaning: 'Visibility of sessions that do not say: `public` or `private`',
    byDefault: 'public',
    example: 'private',
  },
  PAIRSPACE_REQUEST_TIMEOUT: {
    meaning: 'A request must be complete after this long',
    byDefault: '30s',
    example: '10s',
  },
  PAIRSPACE_EXPORTS_AT_ONCE: { meaning: 'Exports that a process makes at once', byDefault: '8', example: '4' },
  PAIRSPACE_EXPORT_WAIT: { meaning: 'How long a further export waits for its turn', byDefault: '10s', example: '30s' },
};

const storage: SettingTable = {
  PAIRSPACE_DATA: { meaning: 'Folder of the embedded database', byDefault: './data', example: '/var/lib/pairspace' },
  DATABASE_URL: {
    meaning: 'PostgreSQL instead of the embedded database',
    example: 'postgres://user:password@host:5432/database',
  },
  PAIRSPACE_SESSION_BYTES: {
    meaning: 'What one session may store: contents, versions and job records',
    byDefault: String(200 * mb),
    example: String(50 * mb),
  },
  PAIRSPACE_STORAGE_BYTES: {
    meaning:
      'What the whole service may store; beyond it writes that add are 503. Unset: what is stored at the start and half of what is free on the disk; with PostgreSQL: off',
    example: '10000000000',
  },
  PAIRSPACE_RETAIN: {
    meaning: 'Sessions without activity for this long are deleted',
    byDefault: 'off',
    example: '30d',
  },
  PAIRSPACE_ABANDONED: {
    meaning: 'Sessions with nobody but the creator, in which nothing was said, are deleted after this long',
    byDefault: 'off',
    whenExposed: '7d',
    example: '1d',
  },
  PAIRSPACE_FILE_VERSIONS: { meaning: 'Versions that a file keeps', byDefault: '100', example: '20' },
  PAIRSPACE_DATABASE_CONNECTIONS: {
    meaning: 'Connections to PostgreSQL that a process opens at most',
    byDefault: '20',
    example: '50',
  },
  NATS_URL: { meaning: 'NATS, which joins several processes', example: 'nats://host:4222' },
};

const access: SettingTable = {
  PAIRSPACE_ADMIN_TOKEN: { meaning: 'The operator’s token', example: 'a-long-random-text' },
  PAIRSPACE_CREATE: {
    meaning: 'Who may make sessions and the like: `anyone`, or who has a `key`',
    byDefault: 'anyone',
    example: 'key',
  },
  PAIRSPACE_TRUST_PROXY: {
    meaning: 'Addresses or networks of proxies whose `X-Forwarded-For` is believed',
    example: '127.0.0.1',
  },
  PAIRSPACE_INVITE_TTL: { meaning: 'How long an invite code is valid', byDefault: '24h', example: '1h' },
  PAIRSPACE_INVITE_RATE_LIMIT: {
    meaning: 'Wrong invite codes for each session and address',
    byDefault: '10/m',
    example: '5/m',
  },
  PAIRSPACE_RATE_LIMIT: {
    meaning: 'Requests for each token or address, in `s`, `m` or `h`; `off` for no limit',
    byDefault: '600/m',
    example: '1200/m',
  },
  PAIRSPACE_HOSTS: {
    meaning: 'Names that the service answers to beside loopback and its own address; any, when exposed and not set',
    example: 'pairspace.example',
  },
  PAIRSPACE_ORIGINS: {
    meaning: 'Other sites whose pages may call the service; `*` for all',
    example: 'https://a.example',
  },
  PAIRSPACE_INVITE_SESSION_RATE_LIMIT: {
    meaning: 'Wrong invite codes of a session from all addresses',
    byDefault: '1000/m',
    example: '100/m',
  },
  PAIRSPACE_NEW_SESSIONS: {
    meaning: 'New sessions of an address without a token',
    byDefault: 'off',
    whenExposed: '120/h',
    example: '10/h',
  },
  PAIRSPACE_NEW_PROFILES: {
    meaning: 'New profiles of an address without a token',
    byDefault: 'off',
    whenExposed: '60/h',
    example: '10/h',
  },
  PAIRSPACE_NEW_RATINGS: {
    meaning: 'Ratings of an address without a token',
    byDefault: 'off',
    whenExposed: '60/h',
    example: '10/h',
  },
  PAIRSPACE_NEW_OBSERVERS: {
    meaning: 'New observers of an address without a token',
    byDefault: 'off',
    whenExposed: '60/h',
    example: '10/h',
  },
  PAIRSPACE_NEW_WEBHOOKS: {
    meaning: 'New webhooks of an address without a token',
    byDefault: 'off',
    whenExposed: '60/h',
    example: '10/h',
  },
  PAIRSPACE_SESSION_PACE: { meaning: 'Messages in one session', byDefault: '120/m', example: '60/m' },
  PAIRSPACE_SECRETS: {
    meaning: 'Secrets of others in public sessions: `refuse` or `off`',
    byDefault: 'refuse',
    example: 'off',
  },
  PAIRSPACE_LOOP_GUARD: {
    meaning: 'Whether empty messages in a row are refused: `on` or `off`',
    byDefault: 'on',
    example: 'off',
  },
};

const limits: SettingTable = {
  PAIRSPACE_NAME_CHARACTERS: { meaning: 'Length of a name or title', byDefault: '200', example: '100' },
  PAIRSPACE_MESSAGE_BYTES: { meaning: 'Size of a message', byDefault: '102400', example: '65536' },
  PAIRSPACE_NOTE_BYTES: { meaning: 'Size of a note', byDefault: String(mb), example: '524288' },
  PAIRSPACE_FILE_BYTES: { meaning: 'Size of a file', byDefault: String(mb), example: '524288' },
  PAIRSPACE_PATH_BYTES: { meaning: 'Size of a file’s path', byDefault: '512', example: '256' },
  PAIRSPACE_METADATA_BYTES: { meaning: 'Size of metadata, as JSON', byDefault: '16384', example: '4096' },
  PAIRSPACE_DESCRIPTION_BYTES: { meaning: 'Size of a profile’s description', byDefault: '4096', example: '2048' },
  PAIRSPACE_COMMENT_BYTES: { meaning: 'Size of a rating’s comment', byDefault: '2048', example: '1024' },
  PAIRSPACE_BODY_BYTES: { meaning: 'Size of a request’s body', byDefault: String(1.5 * mb), example: String(mb) },
  PAIRSPACE_NOTES_PER_SESSION: { meaning: 'Notes of a session', byDefault: '1000', example: '200' },
  PAIRSPACE_FILES_PER_SESSION: { meaning: 'Files of a session', byDefault: '1000', example: '200' },
  PAIRSPACE_STREAMS_PER_PROCESS: { meaning: 'Live streams of a process', byDefault: '5000', example: '1000' },
  PAIRSPACE_STREAMS_PER_SESSION: { meaning: 'Live streams of a session', byDefault: '1000', example: '100' },
  PAIRSPACE_STREAMS_PER_ADDRESS: { meaning: 'Live streams of an address', byDefault: '100', example: '50' },
  PAIRSPACE_WAITS_PER_PROCESS: { meaning: 'Waits of a process', byDefault: '5000', example: '1000' },
  PAIRSPACE_WAITS_PER_SESSION: { meaning: 'Waits of a session', byDefault: '1000', example: '100' },
  PAIRSPACE_WAITS_PER_ADDRESS: { meaning: 'Waits of an address', byDefault: '200', example: '50' },
  PAIRSPACE_CONNECTIONS_PER_ADDRESS: { meaning: 'Connections of an address', byDefault: '200', example: '50' },
  PAIRSPACE_BODY_VALUES: { meaning: 'JSON values in a request’s body', byDefault: '100000', example: '10000' },
  PAIRSPACE_REQUESTS_AT_ONCE: {
    meaning: 'Requests that a process works on at once',
    byDefault: '1000',
    example: '256',
  },
  PAIRSPACE_BODIES_BYTES: {
    meaning: 'Bodies that a process holds at once',
    byDefault: '134217728',
    example: '268435456',
  },
  PAIRSPACE_BODIES_PER_ADDRESS_BYTES: {
    meaning: 'Bodies of one address among them',
    byDefault: '67108864',
    example: '33554432',
  },
  PAIRSPACE_OBSERVERS: { meaning: 'Walk-ins of a session', byDefault: '1000', example: '100' },
};

const presence: SettingTable = {
  PAIRSPACE_HEARTBEAT_INTERVAL: { meaning: 'How often agents send a heartbeat', byDefault: '15s', example: '30s' },
  PAIRSPACE_PRESENCE_TIMEOUT: {
    meaning: 'An agent that is silent for this long is offline',
    byDefault: '60s',
    example: '2m',
  },
  PAIRSPACE_STALL_TIMEOUT: {
    meaning: 'A realtime session without activity for this long has stalled',
    byDefault: '10m',
    example: '30m',
  },
  PAIRSPACE_UNREAD_AFTER: {
    meaning: 'A mentioned agent that leaves a message unread for this long is told of; `off`: never',
    byDefault: '10m',
    example: '2m',
  },
  PAIRSPACE_WATCH_PAUSE: { meaning: 'How often the service looks for absent agents', byDefault: '1s', example: '5s' },
};

const log: SettingTable = {
  PAIRSPACE_LOG: {
    meaning: 'Lines from this level on: `silent`, `error`, `warn`, `info` or `debug`',
    byDefault: 'info',
    example: 'debug',
  },
  PAIRSPACE_ACCESS_LOG: {
    meaning: 'Level of the line that each request writes: `debug` or `info`',
    byDefault: 'debug',
    example: 'info',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: { meaning: 'Where traces go', example: 'http://127.0.0.1:4318' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    meaning: 'The same, as a whole URL',
    example: 'http://127.0.0.1:4318/v1/traces',
  },
  OTEL_TRACES_EXPORTER: { meaning: '`otlp` switches traces on, `none` off', example: 'otlp' },
  OTEL_SDK_DISABLED: { meaning: '`true` switches traces off', byDefault: 'false', example: 'true' },
};

const inGroup = (group: SettingDescription['group'], settings: SettingTable): [string, SettingDescription][] =>
  Object.entries(settings).map(([name, setting]) => [name, { group, ...setting }]);

/** Every setting, in the order of documents. */
export const settingDescriptions: Readonly<Record<string, SettingDescription>> = Object.fromEntries([
  ...inGroup('Service', service),
  ...inGroup('Storage and nodes', storage),
  ...inGroup('Access', access),
  ...inGroup('Limits', limits),
  ...inGroup('Presence', presence),
  ...inGroup('Compute', computeSettings),
  ...inGroup('Webhooks', webhookSettings),
  ...inGroup('Log and traces', log),
]);
