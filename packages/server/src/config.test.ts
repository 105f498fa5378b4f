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
])('[OPS-6] %s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}", but must be`);
});
