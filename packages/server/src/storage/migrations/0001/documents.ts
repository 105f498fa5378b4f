/** The contents of files. */
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

  -- The content of the version of a file that the event seq made, as long as it is kept.
  create table file_content (
    session_id text not null,
    seq bigint not null,
    content_of text not null,
    content_hash text not null,
    primary key (session_id, seq)
  );

  -- The agents that have written a note or file.
  create table entity_writer (
    session_id text not null,
    entity text not null,
    agent_id text not null,
    primary key (session_id, entity, agent_id)
  );
`;
