import type { Migration } from './migration.ts';

/** `chatter` is the run of messages at the end of a session's talk that say nothing, as JSON text. */
export const chatter: Migration = {
  version: 23,
  name: 'chatter',
  sql: 'alter table session add column chatter text',
};
