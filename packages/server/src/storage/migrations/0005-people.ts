import type { Migration } from './migration.ts';

/** Rights of observers, the create key under which each row was made, and the administration log. */
export const people: Migration = {
  version: 5,
  name: 'people',
  sql: `
  -- rights are words between spaces. vouched says that the operator gave them. A token has those of its observer.
  alter table observer add column rights text not null default '';
  alter table observer add column vouched bigint not null default 0;
  alter table token add column rights text not null default '';
  alter table token add column vouched bigint not null default 0;

  -- create_key_id names the create key under which something came. A seat that has ended with its key has none any more.
  alter table create_key add column last_used_at bigint;
  alter table create_key add column expires_at bigint;
  alter table seat add column create_key_id text;
  alter table observer add column create_key_id text;
  alter table token add column create_key_id text;
  alter table agent add column create_key_id text;
  alter table webhook add column create_key_id text;
  create index seat_by_create_key on seat (create_key_id, session_id, agent_id) where create_key_id is not null;
  create index observer_by_create_key on observer (create_key_id, session_id) where create_key_id is not null;
  create index token_by_create_key on token (create_key_id, session_id) where create_key_id is not null;
  create index agent_by_create_key on agent (create_key_id, id) where create_key_id is not null;
  create index webhook_by_create_key on webhook (create_key_id, id) where create_key_id is not null;

  -- A key that has ended with everything, while not all of it has.
  create table create_key_end (
    key_id text primary key,
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
`,
};
