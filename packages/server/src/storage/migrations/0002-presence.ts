import type { Migration } from './migration.ts';

/**
 * `missed_periods` counts how many periods without a heartbeat have been taken up, so that each is once. `quiet_since`
 * says since when an active realtime session goes without work; it is null once its stall was told.
 */
export const presence: Migration = {
  version: 2,
  name: 'presence',
  sql: `
    create table presence (
      session_id text not null,
      agent_id text not null,
      status text not null,
      current_activity text,
      last_seen_at bigint not null,
      expires_at bigint not null,
      missed_periods bigint not null,
      primary key (session_id, agent_id)
    );
    create index presence_by_silence on presence (missed_periods, expires_at);

    alter table session add column quiet_since bigint;
    update session set quiet_since = last_activity_at;
    create index session_by_quiet on session (quiet_since) where status = 'active' and mode = 'realtime';
  `,
};
