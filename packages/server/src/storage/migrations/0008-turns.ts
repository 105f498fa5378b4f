import type { Migration } from './migration.ts';

/**
 * `compute_turn` has one row for each pool: whoever chooses a job of it holds that row, and `begun_ms` is the virtual
 * time at which its newest turn began. The latest of these is the time of the host, which had a row of its own before
 * that every choice had to wait for.
 */
export const turns: Migration = {
  version: 8,
  name: 'turns',
  sql: `
    create table compute_turn (session_id text primary key, begun_ms bigint not null);
    create index compute_turn_begun on compute_turn (begun_ms);
    insert into compute_turn (session_id, begun_ms)
      select session_id, (select virtual_ms from compute_clock) from compute_pool;
    drop table compute_clock;
  `,
};
