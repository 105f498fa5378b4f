import type { Migration } from './migration.ts';

/** Every key that has signed checkpoints. `sealed_seed` is null for one that came from the environment. */
export const signingKeys: Migration = {
  version: 14,
  name: 'signing-keys',
  sql: `
    create table signing_key (
      key_id text primary key,
      public_key text not null,
      sealed_seed text,
      created_at bigint not null
    );
  `,
};
