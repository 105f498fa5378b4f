/** Asks: questions of agents that people answer. */
export const asks = `
  -- created_seq is the event of its creation, and seq that of its newest change: its end, or else the same. options and
  -- answer are JSON. The columns that may be large come last, so that the others are read without them.
  create table ask (
    session_id text not null,
    id text not null,
    created_seq bigint not null,
    seq bigint not null,
    kind text not null,
    status text not null,
    asker_id text not null,
    asker_name text not null,
    requires text not null,
    free_text bigint not null,
    task_id text,
    created_at bigint not null,
    expires_at bigint not null,
    ended_at bigint,
    title text not null,
    options text not null,
    answer text not null,
    details text not null,
    primary key (session_id, id)
  );
  create unique index ask_by_creation on ask (session_id, created_seq);
  create index ask_by_status on ask (session_id, status, created_seq);
  create index ask_by_change on ask (session_id, seq, created_seq, status);
  create index ask_expiry on ask (expires_at) where status = 'open';
`;
