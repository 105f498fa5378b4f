import type { Migration } from './migration.ts';

/** What the answers take that are kept for the keys of a session's requests (CAP-21). Those kept so far are not counted. */
export const keptAnswers: Migration = {
  version: 38,
  name: 'kept answers',
  sql: `
    alter table session add column kept_bytes bigint not null default 0;
    alter table idempotency add column session_id text;
  `,
};
