import type { Migration } from './migration.ts';

/** Separates first attempts from retries in the queue of a webhook. */
export const deliveries: Migration = {
  version: 8,
  name: 'deliveries',
  sql: `
  -- A first attempt is due whatever its due_at says, so the index holds first attempts apart from retries.
  drop index delivery_pending;
  create index delivery_pending on delivery (webhook_id, (case when attempts = 0 then 0 else 1 end), due_at, seq)
    where status = 'pending';
`,
};
