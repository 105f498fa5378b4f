import type { Migration } from './migration.ts';

/** People with rights. */
export const people: Migration = {
  version: 5,
  name: 'people',
  sql: `
  -- rights are words between spaces. vouched says that the operator gave them. A token has those of its observer.
  alter table observer add column rights text not null default '';
  alter table observer add column vouched bigint not null default 0;
  alter table token add column rights text not null default '';
  alter table token add column vouched bigint not null default 0;
`,
};
