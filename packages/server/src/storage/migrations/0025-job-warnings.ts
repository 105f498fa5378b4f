import type { Migration } from './migration.ts';

/**
 * What a job says of itself though it ended well, and the types near a runtime's name that a worker has claimed: of one
 * session, or of every session at the empty id.
 */
export const jobWarnings: Migration = {
  version: 25,
  name: 'job warnings',
  sql: `
    alter table job add column warnings text not null default '[]';
    create table claimed_type (
      session_id text not null,
      type text not null,
      primary key (session_id, type)
    );
  `,
};
