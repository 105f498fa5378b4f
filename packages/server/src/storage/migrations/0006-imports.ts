import type { Migration } from './migration.ts';

/** Imports that are running, and the time at which a session was imported. */
export const imports: Migration = {
  version: 6,
  name: 'imports',
  sql: `
  -- The id of a session that is being imported. What is stored under it is invisible until its session has a row, and is
  -- swept when the claim was not renewed until alive_until.
  create table session_import (
    session_id text primary key,
    claim text not null,
    alive_until bigint not null
  );
  create index session_import_by_end on session_import (alive_until);

  alter table session add column imported_at bigint;

  -- The state of a session at an event is looked for in the events that carry the whole session.
  drop index event_of_whole_session;
  create index event_of_whole_session on event (session_id, seq) where event = 'session.created'
    or event = 'session.updated' or event = 'session.completed' or event = 'session.paused'
    or event = 'session.imported';
`,
};
