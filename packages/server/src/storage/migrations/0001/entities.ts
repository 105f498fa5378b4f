/** Entities: the newest state of what a session holds, as its log says it. */
export const entities = `
  -- created_seq is the event of its creation, and seq that of its newest state, whose data this is. The content of a
  -- note stands in the event alone.
  create table entity (
    session_id text not null,
    kind text not null,
    id text not null,
    created_seq bigint not null,
    seq bigint not null,
    ended_at bigint,
    data json not null,
    -- The path of a file, as text for its order.
    path text generated always as (data ->> 'path') stored,
    primary key (session_id, kind, id)
  );
  create unique index entity_by_creation on entity (session_id, kind, created_seq);
  create index entity_live on entity (session_id, kind, id) where ended_at is null;
  create index entity_by_change on entity (session_id, kind, seq);
  create index entity_by_status on entity (session_id, kind, (data ->> 'status'), created_seq);
  create unique index file_live on entity (session_id, path) where kind = 'file' and ended_at is null;
  create index file_by_path on entity (session_id, path, created_seq) where kind = 'file';
  create index ask_expiry on entity ((data ->> 'expiresAt')) where kind = 'ask' and ended_at is null;
`;
