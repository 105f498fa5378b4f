import { lookInside } from '@pairspace/testkit/look-inside';

interface Installation {
  /** Undefined: the embedded database in the folder. */
  databaseUrl: string | undefined;
  folder: string;
}

/**
 * All that the index of searches holds, as sorted lines without the numbers that it gives to sessions: each document with
 * its session and what was followed, and each lexeme with the number of its documents.
 */
export const indexContent = async ({ databaseUrl, folder }: Installation): Promise<string[]> => {
  const file = 'search.sqlite';
  await using inside = await lookInside({ databaseUrl, folder, file });
  return (databaseUrl === undefined ? await inSqlite(inside.rows) : await inPostgres(inside.rows)).sort();
};

type Rows = (sql: string) => Promise<Record<string, unknown>[]>;

const inSqlite = async (rows: Rows): Promise<string[]> => {
  // The index of words is consistent in itself, or this throws.
  await rows(`insert into lexeme (lexeme) values ('integrity-check')`);
  await rows('create virtual table temp.vocabulary using fts5vocab(main, lexeme, row)');
  const followed = await rows('select id, seq, hash, is_public, no from followed');
  const idOf = new Map(followed.map(({ no, id }) => [String(no), String(id)]));
  const documents = await rows(
    `select followed.id, kind, ref, doc.seq, ordinal, doc.is_public, author, title, words
     from doc left join followed on no = session_no`,
  );
  const lexemes = await rows('select term, doc from vocabulary');
  const named = lexemes.map(({ term, doc }) => {
    const [scope = '', word = ''] = String(term).split(/:(.*)/su);
    return JSON.stringify({ scope: scope === '' ? '' : idOf.get(scope), word, doc });
  });
  return [
    ...followed.map(({ id, seq, hash, is_public }) => JSON.stringify({ id, seq, hash, is_public })),
    ...documents.map((row) => JSON.stringify(row)),
    ...named,
  ];
};

const inPostgres = async (rows: Rows): Promise<string[]> => {
  const followed = await rows('select session_id as id, seq, hash, is_public from search_session');
  const documents = await rows(
    `select session_id, kind, ref, seq, place, is_public, author, title, words,
       array(select regexp_replace(one, '^\\d+:', 'own:') from unnest(tsvector_to_array(lexemes)) one order by 1)::text as lexemes
     from search_document`,
  );
  return [...followed, ...documents].map((row) => JSON.stringify(row));
};
