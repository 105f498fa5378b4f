import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';

/** The stored versions of one note or file. */
interface Versions {
  table: Sql;
  /** The column with the size of a version. */
  bytes: Sql;
  /** The condition that chooses the versions. */
  where: Sql;
}

/**
 * Releases the contents of a deleted note's versions; returns their size in bytes. The log keeps the texts for reads of
 * the past.
 */
export const forgetNoteContents = (tx: Transaction, sessionId: string, noteId: string): Promise<number> =>
  forgetContents(tx, {
    table: sql`note_version`,
    bytes: sql`bytes`,
    where: sql`note_version.session_id = ${sessionId} and note_id = ${noteId}`,
  });

/**
 * Releases the contents of a deleted file’s versions; returns their size in bytes. The contents are stored nowhere
 * else.
 */
export const forgetFileContents = (tx: Transaction, sessionId: string, fileId: string): Promise<number> =>
  forgetContents(tx, {
    table: sql`file_version`,
    bytes: sql`size`,
    where: sql`file_version.session_id = ${sessionId} and file_id = ${fileId}`,
  });

const forgetContents = async (tx: Transaction, { table, bytes, where }: Versions): Promise<number> => {
  const row = await tx.get<{ bytes: number }>(
    ...statement(sql`
      select cast(coalesce(sum(${bytes}), 0) as bigint) as bytes from ${table} where ${where} and content_of is not null
    `),
  );
  const run = async (piece: Sql): Promise<void> => {
    await tx.takeTurn();
    await tx.run(...statement(piece));
  };
  await run(sql`
    update content set uses = content.uses - gone.n from (
      select content_of, content_hash, count(*) as n from ${table} where ${where} and content_of is not null
      group by content_of, content_hash
    ) gone where content.session_id = gone.content_of and content.hash = gone.content_hash
  `);
  await run(sql`
    delete from content_body where (session_id, hash) in (
      select content.session_id, content.hash from ${table} join content
        on content.session_id = content_of and content.hash = content_hash and uses <= 0
      where ${where}
    )
  `);
  await run(sql`
    delete from content where uses <= 0 and (session_id, hash) in (
      select content_of, content_hash from ${table} where ${where} and content_of is not null
    )
  `);
  await run(sql`update ${table} set content_of = null where ${where}`);
  return row?.bytes ?? 0;
};
