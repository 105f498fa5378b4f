import type { Migration } from './migration.ts';

/** Tasks that came through A2A, and webhooks that are told of one task. */
export const a2a: Migration = {
  version: 7,
  name: 'a2a',
  sql: `
  -- a2a_caller is kind and id of the actor who sent it, and a2a_agent the seat that was called, or - for whoever takes it.
  alter table task add column a2a_caller text;
  alter table task add column a2a_agent text;
  alter table task add column a2a_declined bigint not null default 0;
  create index task_by_a2a on task (session_id, a2a_caller, a2a_agent, seq) where a2a_caller is not null;
`,
};
