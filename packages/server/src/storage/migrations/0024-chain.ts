import type { Migration } from './migration.ts';

/** Events from before have no hash. `last_hash` is the hash of the newest event of a session. */
export const chain: Migration = {
  version: 24,
  name: 'chain',
  sql: `
    alter table event add column hash text;
    alter table session add column last_hash text;
  `,
};
