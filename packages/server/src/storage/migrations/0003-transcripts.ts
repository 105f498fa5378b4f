import type { Migration } from './migration.ts';

/** The log up to `seq` never changes, so it need not be stored a second time as text. */
export const transcripts: Migration = {
  version: 3,
  name: 'transcripts',
  sql: `
    create table transcript (
      session_id text not null,
      format text not null,
      seq bigint not null,
      generated_at bigint not null,
      primary key (session_id, format)
    );
  `,
};
