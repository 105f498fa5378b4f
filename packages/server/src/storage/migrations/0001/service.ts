/** Data of the service itself, on which its nodes must agree. */
export const service = `
  create table readiness (id bigint primary key, checks bigint not null);

  -- The sessions whose log the index of searches follows, each from after the event seq.
  create table unindexed (session_id text primary key, seq bigint not null);

  -- session_id is null for a request outside any session.
  create table idempotency (
    key_hash text primary key,
    request_hash text not null,
    session_id text,
    created_at bigint not null,
    answer text not null
  );
  create index idempotency_by_age on idempotency (created_at);

  -- A node counts as alive until alive_until.
  create table node (
    id text primary key,
    alive_until bigint not null
  );

  -- How many clients follow a session on a node.
  create table watching (
    session_id text not null,
    node_id text not null,
    watchers bigint not null,
    primary key (session_id, node_id)
  );
  create index watching_by_node on watching (node_id);

  -- A known text, sealed under the secret key.
  create table key_check (id bigint primary key, sealed text not null);

  -- Every key that has signed checkpoints. sealed_seed is null for a key from the environment.
  create table signing_key (
    key_id text primary key,
    public_key text not null,
    sealed_seed text,
    created_at bigint not null
  );

  -- Keys for creation on a closed service. Only their hashes are kept.
  create table create_key (
    id text primary key,
    hash text not null unique,
    name text not null,
    created_at bigint not null,
    last_used_at bigint,
    expires_at bigint
  );

  -- A key whose end is carried out while it has a row in origin as maker. actor is the JSON of who has ended it.
  create table key_end (
    maker text primary key,
    actor text not null,
    ended_at bigint not null
  );

  -- hash chains each entry to the one before. The columns that are hashed are those of an entry, as it is answered.
  create table admin_log (
    seq bigint primary key,
    at bigint not null,
    actor text not null,
    action text not null,
    target text not null,
    details text not null,
    hash text not null
  );
`;
