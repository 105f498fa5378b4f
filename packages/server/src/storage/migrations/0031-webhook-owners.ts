import type { Migration } from './migration.ts';

/** The hash of the address that made a webhook without a token; null for others, and for those from before. */
export const webhookOwners: Migration = {
  version: 31,
  name: 'webhook owners',
  sql: `
    alter table webhook add column owner text;
  `,
};
