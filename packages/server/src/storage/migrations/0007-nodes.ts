import type { Migration } from './migration.ts';

/**
 * What nodes must agree on. `tally` counts what is limited across all of them; `node` says until when a node is taken
 * to be alive; `watching` how many follow a session on it; `key_check` is a known text, sealed under their key.
 */
export const nodes: Migration = {
  version: 7,
  name: 'nodes',
  sql: `
    create table tally (
      key_hash text primary key,
      used bigint not null,
      ends_at bigint not null
    );
    create index tally_by_end on tally (ends_at);

    create table node (
      id text primary key,
      alive_until bigint not null
    );

    create table watching (
      session_id text not null,
      node_id text not null,
      watchers bigint not null,
      primary key (session_id, node_id)
    );
    create index watching_by_node on watching (node_id);

    create table key_check (id bigint primary key, sealed text not null);
  `,
};
