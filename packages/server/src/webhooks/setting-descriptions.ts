import type { SettingTable } from '../setting-description.ts';

export const webhookSettings: SettingTable = {
  PAIRSPACE_WEBHOOKS: {
    meaning: 'Who may have webhooks: `open` to all, or with a `token`',
    byDefault: 'open',
    example: 'token',
  },
  PAIRSPACE_SECRET_KEY: {
    meaning:
      'Seals the secrets of webhooks: 32 bytes in base64 or hexadecimal. Else a file in the data folder. The same for all processes of one database',
    example: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  },
  PAIRSPACE_SIGNING_KEY: {
    meaning:
      'Signs checkpoints: an Ed25519 seed of 32 bytes in base64 or hexadecimal. Else one that the service makes and keeps in its database, sealed. Another one takes its place; the public keys of earlier ones stay',
    example: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  },
  PAIRSPACE_WEBHOOK_ALLOW: {
    meaning: 'Addresses or networks that deliveries may reach, beyond the rules',
    example: '10.0.0.0/8',
  },
  PAIRSPACE_WEBHOOK_SCHEDULE: {
    meaning: 'When a delivery is tried again, counted from its first attempt; this bounds the retries',
    byDefault: '1m,5m,30m,2h,6h,24h',
    example: '10s,1m,10m',
  },
  PAIRSPACE_WEBHOOK_TIMEOUT: { meaning: 'Time for one attempt', byDefault: '5s', example: '10s' },
  PAIRSPACE_WEBHOOK_LEASE: {
    meaning: 'How long a queue stays with a process that has ended',
    byDefault: '15s',
    example: '30s',
  },
  PAIRSPACE_WEBHOOK_POLL: {
    meaning: 'How often the queues are read without a signal',
    byDefault: '1s',
    example: '5s',
  },
  PAIRSPACE_WEBHOOK_KEEP: { meaning: 'How long a delivery that is over is kept', byDefault: '7d', example: '1d' },
  PAIRSPACE_WEBHOOKS_PER_SESSION: { meaning: 'Webhooks of a session', byDefault: '10', example: '5' },
  PAIRSPACE_OPEN_WEBHOOKS: {
    meaning: 'Webhooks of an address that were made without a token, where the service is exposed',
    byDefault: '5',
    example: '2',
  },
  PAIRSPACE_OPEN_WEBHOOKS_IN_ALL: {
    meaning: 'Webhooks made without a token, in all',
    byDefault: '100',
    example: '20',
  },
};
