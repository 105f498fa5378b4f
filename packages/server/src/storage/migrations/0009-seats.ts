import type { Migration } from './migration.ts';

/** The event with which a seat was taken. */
export const seats: Migration = {
  version: 9,
  name: 'seats',
  sql: `
  -- The inbox of a seat begins after joined_seq: earlier rows are of an agent that had a seat under the same id before.
  alter table seat add column joined_seq bigint not null default 0;
`,
};
