import type { Migration } from './migration.ts';

/**
 * One row for each agent that a message mentions, until the agent has read the message or its author was told that it has
 * not. Messages from before have none.
 */
export const unreadMentions: Migration = {
  version: 29,
  name: 'unread mentions',
  sql: `
    create table unread_mention (
      session_id text not null,
      agent_id text not null,
      seq bigint not null,
      posted_at bigint not null,
      primary key (session_id, agent_id, seq)
    );
    create index unread_mention_by_time on unread_mention (posted_at);
  `,
};
