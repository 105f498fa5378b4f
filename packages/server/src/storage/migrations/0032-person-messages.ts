import type { Migration } from './migration.ts';

/** What people say has no agent as its author; a brief finds it without reading what agents say. */
export const personMessages: Migration = {
  version: 32,
  name: 'person messages',
  sql: `
    create index message_by_person on message (session_id, seq) where author_id is null;
  `,
};
