import type { Migration } from './migration.ts';

/** Seats that belong to an agent key, and the end of keys. */
export const agentKeys: Migration = {
  version: 4,
  name: 'agent keys',
  sql: `
  -- key_line names the protection of a profile: the keys that follow each other in it share it, and a protection that was
  -- lifted and made again has another. A line that is made here holds a space and a later line holds none, so that no two are equal.
  alter table agent add column key_line text;
  update agent set key_line = 'first ' || id where key_hash is not null;
  create index agent_by_key on agent (key_hash) where key_hash is not null;

  -- key_line is the line to which the seat belongs. key_ends says what ends with the key: 0 nothing, 1 the token and the
  -- recovery code of the seat, 2 the observer token of the creation too; 3 while they have ended and the log does not say so
  -- yet. news_at is the time of the oldest entry of the inbox that is not read; only seats of a line have it.
  alter table seat add column key_line text;
  alter table seat add column key_ends bigint not null default 0;
  alter table seat add column news_at bigint;
  create index seat_by_key on seat (key_line, session_id) where key_line is not null;
  create index seat_by_key_end on seat (key_line, key_ends, session_id) where key_ends > 0;
  create index seat_by_news on seat (key_line, news_at, session_id) where news_at is not null;

  create index task_by_owner on task (assignee_id, session_id) where status = 'working';

  -- A key that has ended while what it ends has not. by_operator says who has ended it.
  create table key_end (
    agent_id text not null,
    key_line text not null,
    by_operator bigint not null,
    ended_at bigint not null,
    primary key (agent_id, key_line)
  );
`,
};
