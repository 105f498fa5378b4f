import type { Migration } from './migration.ts';

/**
 * What jobs write while they run, in parts; `since` and `chars` count characters of one stream. When a job ends, its
 * record has all of it and the parts go. `progress` is JSON, or null.
 */
export const jobOutput: Migration = {
  version: 26,
  name: 'job output',
  sql: `
    create table job_output (
      session_id text not null,
      job_id text not null,
      stream text not null,
      since bigint not null,
      chars bigint not null,
      bytes bigint not null,
      body text not null,
      created_at bigint not null,
      primary key (session_id, job_id, stream, since)
    );
    alter table job add column progress text;
    alter table job add column progress_at bigint;
  `,
};
