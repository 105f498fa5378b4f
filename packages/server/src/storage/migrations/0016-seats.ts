import type { Migration } from './migration.ts';

/** `narrowed_seq` is the number of the last event that took access from somebody. */
export const seats: Migration = {
  version: 16,
  name: 'seats',
  sql: `
    alter table session add column narrowed_seq bigint not null default 0;
    alter table seat add column recovery_hash text;
  `,
};
