import type { Migration } from './migration.ts';

/**
 * A content belongs to the session that stored it first, and `uses` counts the versions and job inputs that refer to
 * it, in any session. Rows from before hold their text themselves: `content_hash` of a note's version and `content_of`
 * of a file are null until it has moved. What is deleted stays as a former note or file, with its versions.
 */
export const contents: Migration = {
  version: 19,
  name: 'contents',
  sql: `
    create table content (
      session_id text not null,
      hash text not null,
      bytes bigint not null,
      uses bigint not null,
      primary key (session_id, hash)
    );
    create table content_body (
      session_id text not null,
      hash text not null,
      body text not null,
      primary key (session_id, hash)
    );

    alter table note_version add column content_of text;
    alter table note_version add column content_hash text;
    alter table note_version add column bytes bigint;
    create index note_version_inline on note_version (session_id, note_id, version) where content_hash is null;
    create index note_version_by_seq on note_version (session_id, note_id, seq);
    create table former_note (
      session_id text not null,
      id text not null,
      created_by text not null,
      copied_from text,
      created_at bigint not null,
      deleted_seq bigint not null,
      primary key (session_id, id)
    );
    create index former_note_by_end on former_note (session_id, deleted_seq);

    alter table file add column content_of text;
    create index file_inline on file (session_id, path) where content_of is null;
    create table file_version (
      session_id text not null,
      file_id text not null,
      version bigint not null,
      seq bigint not null,
      size bigint not null,
      content_hash text not null,
      content_of text,
      editor text not null,
      created_at bigint not null,
      primary key (session_id, file_id, version)
    );
    create index file_version_by_seq on file_version (session_id, file_id, seq);
    create table former_file (
      session_id text not null,
      id text not null,
      path text not null,
      created_by text not null,
      created_at bigint not null,
      deleted_seq bigint not null,
      primary key (session_id, id)
    );
    create index former_file_by_end on former_file (session_id, deleted_seq);
    create index former_file_by_path on former_file (session_id, path, deleted_seq);

    alter table job_file add column content_of text;
  `,
};
