import type { Migration } from './migration.ts';

/** Tasks that came through A2A, and webhooks that are told of only one task. */
export const a2a: Migration = {
  version: 7,
  name: 'a2a',
  sql: `
  -- a2a_caller is kind and id of the actor who sent it, and a2a_agent the seat that was called, or - for whoever takes it.
  alter table task add column a2a_caller text;
  alter table task add column a2a_agent text;
  alter table task add column a2a_declined bigint not null default 0;
  create index task_by_a2a on task (session_id, a2a_caller, a2a_agent, seq) where a2a_caller is not null;

  -- A webhook with a task is a push notification config of A2A, by its id there. ended_at is set when its task has ended.
  alter table webhook add column task_id text;
  alter table webhook add column config_id text;
  alter table webhook add column ended_at bigint;
  create index webhook_by_task on webhook (session_id, task_id, config_id) where task_id is not null;
  create index webhook_ended on webhook (ended_at) where ended_at is not null;
`,
};
