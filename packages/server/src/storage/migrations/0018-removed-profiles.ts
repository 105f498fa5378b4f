import type { Migration } from './migration.ts';

/** The sums of an agent outlive its profile, because they follow its sessions; they are not listed without one. */
export const removedProfiles: Migration = {
  version: 18,
  name: 'removed profiles',
  sql: `
    alter table agent_standing add column removed bigint not null default 0;
  `,
};
