import type { Migration } from './migration.ts';

/** Keys with which sessions and the like are made on a closed service; of each only the hash is kept. */
export const createKeys: Migration = {
  version: 30,
  name: 'create keys',
  sql: `
    create table create_key (
      id text primary key,
      hash text not null unique,
      name text not null,
      created_at bigint not null
    );
  `,
};
