import type { Migration } from './migration.ts';

/**
 * SQLite made a table of the four names of the `in` for each insertion into the index: a third of the time of an event.
 * Names that are compared one by one cost next to nothing.
 */
export const wholeSessionEvents: Migration = {
  version: 39,
  name: 'events of whole sessions',
  sql: `
    drop index event_of_whole_session;
    create index event_of_whole_session on event (session_id, seq) where event = 'session.created'
      or event = 'session.updated' or event = 'session.completed' or event = 'session.paused';
  `,
};
