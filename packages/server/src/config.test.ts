import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('[OPS-1] [OPS-2] [OPS-3] [OPS-4] without settings the service listens on loopback with the contract’s defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    dataFolder: './data',
    logLevel: 'info',
    defaultVisibility: 'public',
    requestRate: { count: 600, windowMs: 60_000 },
    inviteTtlMs: 86_400_000,
  });
});

test('[OPS-1] [OPS-2] [OPS-3] [OPS-4] every setting is read from its variable', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    PAIRSPACE_DATA: '/var/lib/pairspace',
    PAIRSPACE_LOG: 'silent',
    PAIRSPACE_RATE_LIMIT: 'off',
    PAIRSPACE_INVITE_RATE_LIMIT: '3/s',
    PAIRSPACE_DEFAULT_VISIBILITY: 'private',
    PAIRSPACE_TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
  });
  expect(config).toMatchObject({
    host: '::1',
    port: 0,
    dataFolder: '/var/lib/pairspace',
    logLevel: 'silent',
    requestRate: 'off',
    inviteRate: { count: 3, windowMs: 1000 },
    defaultVisibility: 'private',
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
  });
});

test('[PRES-20] the times of presence are those of the contract, and each is read from its variable', () => {
  expect(readConfig({})).toMatchObject({
    heartbeatIntervalMs: 15_000,
    presenceTimeoutMs: 60_000,
    stallTimeoutMs: 600_000,
    watchPauseMs: 1000,
  });
  const config = readConfig({
    PAIRSPACE_HEARTBEAT_INTERVAL: '1s',
    PAIRSPACE_PRESENCE_TIMEOUT: '2s',
    PAIRSPACE_STALL_TIMEOUT: '3s',
    PAIRSPACE_WATCH_PAUSE: '4ms',
  });
  expect(config).toMatchObject({
    heartbeatIntervalMs: 1000,
    presenceTimeoutMs: 2000,
    stallTimeoutMs: 3000,
    watchPauseMs: 4,
  });
});

test('[HOOK-5] [HOOK-14] [HOOK-24] the settings of webhooks are those of the contract, and each is read from its variable', () => {
  const [minute, hour] = [60_000, 3_600_000];
  expect(readConfig({})).toMatchObject({
    adminToken: undefined,
    secretKey: undefined,
    webhookAccess: 'open',
    webhookScheduleMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour],
    webhookTimeoutMs: 5000,
    webhookLeaseMs: 15_000,
    webhookPollMs: 1000,
    webhookKeepMs: 7 * 24 * hour,
    webhookAllow: [],
    limits: { webhooksPerSession: 10, openWebhooks: 5, openWebhooksInAll: 100 },
  });
  const key = Buffer.alloc(32, 7);
  for (const text of [key.toString('hex'), key.toString('base64')]) {
    expect(readConfig({ PAIRSPACE_SECRET_KEY: text }).secretKey).toEqual(key);
  }
  const config = readConfig({
    PAIRSPACE_ADMIN_TOKEN: 'the-operators',
    PAIRSPACE_WEBHOOKS: 'token',
    PAIRSPACE_WEBHOOK_SCHEDULE: '1s, 2m',
    PAIRSPACE_WEBHOOK_TIMEOUT: '1s',
    PAIRSPACE_WEBHOOK_LEASE: '2s',
    PAIRSPACE_WEBHOOK_POLL: '3s',
    PAIRSPACE_WEBHOOK_KEEP: '4d',
    PAIRSPACE_WEBHOOK_ALLOW: '127.0.0.0/8, ::1',
    PAIRSPACE_WEBHOOKS_PER_SESSION: '3',
    PAIRSPACE_OPEN_WEBHOOKS: '4',
    PAIRSPACE_OPEN_WEBHOOKS_IN_ALL: '40',
  });
  expect(config).toMatchObject({
    adminToken: 'the-operators',
    webhookAccess: 'token',
    webhookScheduleMs: [1000, 2 * minute],
    webhookTimeoutMs: 1000,
    webhookLeaseMs: 2000,
    webhookPollMs: 3000,
    webhookKeepMs: 96 * hour,
    limits: { webhooksPerSession: 3, openWebhooks: 4, openWebhooksInAll: 40 },
  });
  expect(config.webhookAllow).toHaveLength(2);
});

test.each([
  ['PAIRSPACE_ADMIN_TOKEN', 'short'],
  ['PAIRSPACE_ADMIN_TOKEN', 'with white space'],
  ['PAIRSPACE_SECRET_KEY', 'c2hvcnQ='],
])('[OPS-6] %s is a secret: what cannot be read is named and not shown', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(`${name} must be`);
  expect(read).not.toThrow(value);
});

test('[LIM-1] every limit has a variable of its own', () => {
  const { limits } = readConfig({ PAIRSPACE_MESSAGE_BYTES: '10', PAIRSPACE_STREAMS_PER_SESSION: '2' });
  expect(limits).toMatchObject({ messageBytes: 10, streamsPerSession: 2, noteBytes: 1_048_576 });
});

test.each([
  ['300ms', 300],
  ['5s', 5000],
  ['2h', 7_200_000],
])('[OPS-5] the duration %s is %i ms', (text, ms) => {
  expect(readConfig({ PAIRSPACE_INVITE_TTL: text }).inviteTtlMs).toBe(ms);
});

test.each([
  ['PORT', '80.5'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['PAIRSPACE_LOG', 'loud'],
  ['PAIRSPACE_RATE_LIMIT', '600'],
  ['PAIRSPACE_RATE_LIMIT', '0/m'],
  ['PAIRSPACE_INVITE_TTL', '24'],
  ['PAIRSPACE_INVITE_TTL', '-5s'],
  ['PAIRSPACE_DEFAULT_VISIBILITY', 'secret'],
  ['PAIRSPACE_NOTE_BYTES', '1MB'],
  ['PAIRSPACE_WEBHOOKS', 'closed'],
  ['PAIRSPACE_WEBHOOK_SCHEDULE', '5m,1m'],
  ['PAIRSPACE_WEBHOOK_SCHEDULE', ' , '],
  ['PAIRSPACE_WEBHOOK_ALLOW', '10/8'],
  ['PAIRSPACE_WEBHOOK_ALLOW', '127.0.0.1,localhost'],
  ['PAIRSPACE_WEBHOOK_TIMEOUT', '5'],
])('[OPS-6] %s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}", but must be`);
});

test('[NET-1] [NET-27] a service is exposed when it listens beyond loopback or trusts a proxy, and its defaults follow', () => {
  const closed = { poolRate: 'off', jobRate: 'off', hosts: ['127.0.0.1'], creationRates: { sessions: 'off' } };
  expect(readConfig({})).toMatchObject({ isExposed: false, ...closed, limits: { poolCredits: 1_000_000_000 } });
  for (const env of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { PAIRSPACE_TRUST_PROXY: '127.0.0.1' }]) {
    expect(readConfig(env)).toMatchObject({
      isExposed: true,
      hosts: 'any',
      poolRate: { count: 5, windowMs: 3_600_000 },
      jobRate: { count: 60, windowMs: 60_000 },
      creationRates: {
        sessions: { count: 120, windowMs: 3_600_000 },
        profiles: { count: 60 },
        ratings: { count: 60 },
        observers: { count: 60 },
        webhooks: { count: 60 },
      },
      limits: { poolCredits: 1000 },
    });
  }
  expect(readConfig({ HOST: '127.0.0.2' }).isExposed).toBe(false);
});

test('[NET-20] [NET-21] [NET-26] names and origins are read from their variables', () => {
  const { hosts, origins } = readConfig({
    PAIRSPACE_HOSTS: 'Pairspace.example, [2001:db8::1]',
    PAIRSPACE_ORIGINS: 'https://A.example/,http://b.example:8080',
  });
  expect(hosts).toEqual(['pairspace.example', '2001:db8::1']);
  expect(origins).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(readConfig({ PAIRSPACE_HOSTS: '*', PAIRSPACE_ORIGINS: '*' })).toMatchObject({ hosts: 'any', origins: ['*'] });
  expect(() => readConfig({ PAIRSPACE_HOSTS: 'https://a.example' })).toThrow('PAIRSPACE_HOSTS is "https://a.example"');
  expect(() => readConfig({ PAIRSPACE_ORIGINS: 'a.example' })).toThrow('PAIRSPACE_ORIGINS is "a.example"');
});
