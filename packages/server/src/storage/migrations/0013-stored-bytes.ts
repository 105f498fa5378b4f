import type { Migration } from './migration.ts';

/** What each session stores, counted as it is written, and which profiles nobody but a session has made. */
export const storedBytes: Migration = {
  version: 13,
  name: 'stored-bytes',
  sql: `
    alter table session add column stored_bytes bigint not null default 0;
    update session set stored_bytes =
      coalesce((select sum(octet_length(data)) from event where session_id = session.id), 0)
      + coalesce((select sum(octet_length(content)) from note_version where session_id = session.id), 0)
      + coalesce((select sum(octet_length(content)) from file where session_id = session.id), 0)
      + coalesce((
          select sum(octet_length(input) + octet_length(stdout) + octet_length(stderr) + octet_length(result))
          from job where session_id = session.id
        ), 0);
    alter table agent add column bare bigint not null default 0;
  `,
};
