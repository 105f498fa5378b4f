import type { Migration } from './migration.ts';

/**
 * A seat has the positions of its agent. `inbox` has one row for each event and agent that it concerns; `ordinal` counts
 * them for each agent from 1, so that the number of those between two positions is a difference. `entity_writer` says
 * which agents have written a note or file. A message knows its author, the first message of its thread and whom it names.
 */
export const inbox: Migration = {
  version: 17,
  name: 'inbox',
  sql: `
    alter table seat add column read_seq bigint not null default 0;
    alter table seat add column read_ordinal bigint not null default 0;
    alter table seat add column read_at bigint;
    alter table seat add column read_via text;
    alter table seat add column offered_seq bigint not null default 0;
    alter table seat add column offered_at bigint;
    alter table seat add column offered_via text;

    alter table message add column author_id text;
    alter table message add column thread_seq bigint;
    alter table message add column named text;

    create table inbox (
      session_id text not null,
      agent_id text not null,
      seq bigint not null,
      ordinal bigint not null,
      reason text not null,
      primary key (session_id, agent_id, seq)
    );

    create table entity_writer (
      session_id text not null,
      entity text not null,
      agent_id text not null,
      primary key (session_id, entity, agent_id)
    );
  `,
};
