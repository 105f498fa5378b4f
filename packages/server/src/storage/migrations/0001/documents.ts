/**
 * Files and their contents. A deleted file moves to `former_file`, and its versions stay. A version whose content is no
 * longer kept has no `content_of`.
 */
export const documents = `
  -- A content belongs to the session that stored it first. uses counts the versions and job inputs that refer to it, in
  -- any session. A content that is not text has its bytes in data and an empty body.
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
    data bytea,
    primary key (session_id, hash)
  );

  create table file (
    session_id text not null,
    path text not null,
    id text not null,
    version bigint not null,
    size bigint not null,
    encoding text not null,
    media_type text not null,
    content_of text not null,
    content_hash text not null,
    created_by text not null,
    last_editor text not null,
    copied_from text,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (session_id, path)
  );
  create table file_version (
    session_id text not null,
    file_id text not null,
    version bigint not null,
    seq bigint not null,
    size bigint not null,
    encoding text not null,
    media_type text not null,
    content_of text,
    content_hash text not null,
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
    copied_from text,
    created_at bigint not null,
    deleted_seq bigint not null,
    primary key (session_id, id)
  );
  create index former_file_by_end on former_file (session_id, deleted_seq);
  create index former_file_by_path on former_file (session_id, path, deleted_seq);

  -- The agents that have written a note or file.
  create table entity_writer (
    session_id text not null,
    entity text not null,
    agent_id text not null,
    primary key (session_id, entity, agent_id)
  );
`;
