import type { Migration } from './migration.ts';

/** Sessions are found by their invite code alone (DOOR-1). */
export const invitations: Migration = {
  version: 27,
  name: 'invitations',
  sql: `
    create index session_by_invite_code on session (invite_code);
  `,
};
