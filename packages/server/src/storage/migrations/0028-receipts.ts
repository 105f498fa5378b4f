import type { Migration } from './migration.ts';

/**
 * A message knows the seq of the one that it replies to, so that a receipt finds the replies. Replies from before are not
 * found. Presence has what the agent's adapter said of how it can be woken, as JSON.
 */
export const receipts: Migration = {
  version: 28,
  name: 'receipts',
  sql: `
    alter table message add column reply_seq bigint;
    create index message_by_reply on message (session_id, reply_seq, author_id) where reply_seq is not null;
    alter table presence add column reach text;
  `,
};
