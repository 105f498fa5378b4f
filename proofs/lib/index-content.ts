import { lookInside } from '@pairspace/testkit/look-inside';

interface Installation {
  /** Undefined: the embedded database in the folder. */
  databaseUrl: string | undefined;
  folder: string;
}

/** All that the index of searches holds, as sorted lines: each entry with its words and their places. */
export const indexContent = async ({ databaseUrl, folder }: Installation): Promise<string[]> => {
  await using inside = await lookInside({ databaseUrl, folder });
  const rows = databaseUrl === undefined ? await inSqlite(inside.rows) : await inside.rows(inPostgres);
  return rows.map((row) => JSON.stringify(row)).sort();
};

/** The entries of a deleted session are swept later. */
const isThere = 'session_id in (select id from session)';

type Rows = (sql: string) => Promise<Record<string, unknown>[]>;

const inSqlite = async (rows: Rows): Promise<Record<string, unknown>[]> => {
  // The index of words is consistent in itself, or this throws.
  await rows(`insert into search_words (search_words) values ('integrity-check')`);
  await rows('create virtual table temp.vocabulary using fts5vocab(main, search_words, instance)');
  return rows(`
    select session_id, id, group_concat(col || ' ' || offset || ' ' || term, ',' order by col, offset) as words
    from vocabulary left join search_entry on place = doc where session_id is null or ${isThere} group by doc
  `);
};

const inPostgres = `select session_id, id, words::text as words from search_entry where ${isThere}`;
