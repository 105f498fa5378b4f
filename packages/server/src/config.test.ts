import { defaultLimits } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const [minute, hour] = [60_000, 3_600_000];

test('[OPS-1] [OPS-2] [OPS-3] [OPS-4] [HOOK-14] without settings the service listens on loopback with the contract’s defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    dataFolder: './data',
    logLevel: 'info',
    defaultVisibility: 'public',
    requestRate: { count: 600, windowMs: minute },
    sessionPace: { count: 120, windowMs: minute },
    unreadAfterMs: 10 * minute,
    adminToken: undefined,
    secretKey: undefined,
    webhookAccess: 'open',
    webhookScheduleMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour],
    webhookAllow: [],
    limits: { observers: 1000, openWebhooks: 5, webhooksPerSession: 10, noteBytes: 1_048_576 },
  });
});

test('[OPS-1] [OPS-2] [OPS-3] [OPS-4] [HOOK-24] every setting is read from its variable', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    PAIRSPACE_DATA: '/var/lib/pairspace',
    PAIRSPACE_LOG: 'silent',
    PAIRSPACE_RATE_LIMIT: '3/s',
    PAIRSPACE_DEFAULT_VISIBILITY: 'private',
    PAIRSPACE_TRUST_PROXY: '10.0.0.0/8, 127.0.0.1, loopback',
    PAIRSPACE_ADMIN_TOKEN: 'the-operators',
    PAIRSPACE_WEBHOOKS: 'token',
    PAIRSPACE_WEBHOOK_ALLOW: '127.0.0.0/8, ::1',
    PAIRSPACE_LIMITS: 'openWebhooks=4',
    PAIRSPACE_STORAGE_BYTES: 'off',
    PAIRSPACE_RATES: 'ratings=7/h',
  });
  expect(config).toMatchObject({
    host: '::1',
    port: 0,
    dataFolder: '/var/lib/pairspace',
    logLevel: 'silent',
    requestRate: { count: 3, windowMs: 1000 },
    defaultVisibility: 'private',
    trustProxy: ['10.0.0.0/8', '127.0.0.1', 'loopback'],
    adminToken: 'the-operators',
    webhookAccess: 'token',
    limits: { openWebhooks: 4 },
    storageBytes: 'off',
    creationRates: { ratings: { count: 7, windowMs: hour }, profiles: { count: 60, windowMs: hour } },
  });
  expect(config.webhookAllow).toHaveLength(2);
  const key = Buffer.alloc(32, 7);
  for (const text of [key.toString('hex'), key.toString('base64')]) {
    expect(readConfig({ PAIRSPACE_SECRET_KEY: text }).secretKey).toEqual(key);
  }
});

test('[LOOP-6] without a rate limit there is no pace unless one is set', () => {
  expect(readConfig({ PAIRSPACE_RATE_LIMIT: 'off' }).sessionPace).toBe('off');
  const set = readConfig({ PAIRSPACE_RATE_LIMIT: 'off', PAIRSPACE_SESSION_PACE: '5/m' });
  expect(set.sessionPace).toEqual({ count: 5, windowMs: minute });
});

test('[LIM-1] every limit can be set by its name', () => {
  const { limits } = readConfig({ PAIRSPACE_LIMITS: 'observers=2, messageBytes=10, waitsPerAddress=501' });
  expect(limits).toEqual({ ...defaultLimits, observers: 2, messageBytes: 10, waitsPerAddress: 501 });
  for (const wrong of ['messagesBytes=10', 'messageBytes', 'messageBytes=0', 'seats=65', 'sessionBytes=1MB'])
    expect(() => readConfig({ PAIRSPACE_LIMITS: wrong })).toThrow(
      /^PAIRSPACE_LIMITS is ".*", but must be names and whole numbers from 1 to 1073741824 such as .* names nameCharacters, /,
    );
});

test.each([
  ['300ms', 300],
  ['5s', 5000],
  ['2h', 7_200_000],
  ['off', undefined],
])('[OPS-5] the duration %s is %i ms', (text, ms) => {
  expect(readConfig({ PAIRSPACE_UNREAD_AFTER: text }).unreadAfterMs).toBe(ms);
});

test.each([
  ['PORT', '80.5', 'a port from 0 to 65535'],
  ['PORT', '65536', 'a port from 0 to 65535'],
  ['PORT', 'http', 'a port from 0 to 65535'],
  ['PAIRSPACE_LOG', 'loud', 'one of silent, error, warn, info, debug'],
  ['PAIRSPACE_RATE_LIMIT', '600', 'a rate such as 600/m, or off'],
  ['PAIRSPACE_RATE_LIMIT', '0/m', 'a rate such as 600/m, or off'],
  ['PAIRSPACE_RETAIN', '24', 'a duration such as 300ms, 5s or 2h, or off'],
  ['PAIRSPACE_RETAIN', '-5s', 'a duration such as 300ms, 5s or 2h, or off'],
  ['PAIRSPACE_DEFAULT_VISIBILITY', 'secret', 'public or private'],
  ['PAIRSPACE_LOOP_GUARD', 'yes', 'on or off'],
  [
    'PAIRSPACE_RATES',
    'jobs=60',
    'names and rates such as sessions=10/h,jobs=off, of the names sessions, profiles, ratings, observers, webhooks, pools, jobs',
  ],
  ['PAIRSPACE_STORAGE_BYTES', '1MB', 'a whole number of bytes, or off'],
  ['PAIRSPACE_TRUST_PROXY', '10.0.0.0/8,proxy', 'addresses or networks, separated by commas'],
  ['PAIRSPACE_HOSTS', 'https://a.example', 'names such as pairspace.example, separated by commas, or *'],
  ['PAIRSPACE_ORIGINS', 'a.example', 'origins such as https://a.example, separated by commas, or *'],
  ['PAIRSPACE_WEBHOOKS', 'closed', 'open or token'],
  ['PAIRSPACE_WEBHOOK_ALLOW', '10/8', 'addresses or networks such as 127.0.0.0/8, separated by commas'],
  ['PAIRSPACE_WEBHOOK_ALLOW', '127.0.0.1,localhost', 'addresses or networks such as 127.0.0.0/8, separated by commas'],
])('[OPS-6] %s=%s stops the start with a sentence that names it', (variable, value, right) => {
  expect(() => readConfig({ [variable]: value })).toThrow(`${variable} is "${value}", but must be ${right}.`);
});

const adminTokens = '8 to 512 visible ASCII characters without a comma, or two of these with a comma between';
test.each([
  ['PAIRSPACE_ADMIN_TOKEN', 'short', adminTokens],
  ['PAIRSPACE_ADMIN_TOKEN', 'with white space', adminTokens],
  ['PAIRSPACE_ADMIN_TOKEN', 'the-first-token,', adminTokens],
  ['PAIRSPACE_ADMIN_TOKEN', 'the-first-token,the-second-token,the-third-token', adminTokens],
  ['PAIRSPACE_SECRET_KEY', 'c2hvcnQ=', '32 bytes in base64 or hexadecimal'],
  ['DATABASE_URL', 'mysql://u:secret@h/d', 'a URL such as postgres://user:password@host:5432/database'],
  ['NATS_URL', 'http://u:secret@h', 'a URL such as nats://host:4222'],
])('[OPS-6] %s may hold a secret: a value that cannot be read is not shown', (variable, value, right) => {
  const read = () => readConfig({ [variable]: value });
  expect(read).toThrow(`${variable} must be ${right}.`);
  expect(read).not.toThrow(value);
});

test('[NET-1] [NET-27] a service is exposed when it listens beyond loopback or trusts a proxy, and its defaults follow', () => {
  expect(readConfig({})).toMatchObject({
    isExposed: false,
    abandonedMs: undefined,
    poolRate: 'off',
    jobRate: 'off',
    hosts: [],
    creationRates: { sessions: 'off' },
    limits: { poolCredits: 1_000_000_000 },
  });
  for (const env of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { PAIRSPACE_TRUST_PROXY: '127.0.0.1' }]) {
    expect(readConfig(env)).toMatchObject({
      isExposed: true,
      abandonedMs: 7 * 24 * hour,
      hosts: 'any',
      poolRate: { count: 5, windowMs: hour },
      jobRate: { count: 60, windowMs: minute },
      creationRates: {
        sessions: { count: 120, windowMs: hour },
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
});
