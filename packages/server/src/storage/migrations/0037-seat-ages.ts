import type { Migration } from './migration.ts';

/** Finds the seat that was taken first under an id: its agent alone may protect the id (MOD-8). */
export const seatAges: Migration = {
  version: 37,
  name: 'seat ages',
  sql: 'create index seat_by_age on seat (agent_id, joined_at);',
};
