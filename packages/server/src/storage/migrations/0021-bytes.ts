import type { Migration } from './migration.ts';

/**
 * A content that is not text has its bytes in `data` and no text in `body`; one that is text has no `data`, whatever the
 * encoding that it was written in. Without an encoding a file is from before: it is text, and its media type follows
 * from its path.
 */
export const bytes: Migration = {
  version: 21,
  name: 'bytes',
  sql: `
    alter table content_body add column data bytea;
    alter table file add column encoding text;
    alter table file add column media_type text;
    alter table file_version add column encoding text;
    alter table file_version add column media_type text;
  `,
};
