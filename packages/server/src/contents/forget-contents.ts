import type { Transaction } from '../storage/storage.ts';

/**
 * Releases the contents of a deleted file’s versions; returns their size in bytes. The contents are stored nowhere
 * else.
 */
export const forgetFileContents = async (tx: Transaction, sessionId: string, fileId: string): Promise<number> => {
  const row = await tx.get<{ bytes: number }>`
    select cast(coalesce(sum(size), 0) as bigint) as bytes from file_version
    where session_id = ${sessionId} and file_id = ${fileId} and content_of is not null
  `;
  await tx.takeTurn();
  await tx.run`
    update content set uses = content.uses - gone.n from (
      select content_of, content_hash, count(*) as n from file_version
      where session_id = ${sessionId} and file_id = ${fileId} and content_of is not null
      group by content_of, content_hash
    ) gone where content.session_id = gone.content_of and content.hash = gone.content_hash
  `;
  await tx.takeTurn();
  await tx.run`
    delete from content_body where (session_id, hash) in (
      select content.session_id, content.hash from file_version join content
        on content.session_id = content_of and content.hash = content_hash and uses <= 0
      where file_version.session_id = ${sessionId} and file_id = ${fileId}
    )
  `;
  await tx.takeTurn();
  await tx.run`
    delete from content where uses <= 0 and (session_id, hash) in (
      select content_of, content_hash from file_version
      where session_id = ${sessionId} and file_id = ${fileId} and content_of is not null
    )
  `;
  await tx.takeTurn();
  await tx.run`
    update file_version set content_of = null where session_id = ${sessionId} and file_id = ${fileId}
  `;
  return row?.bytes ?? 0;
};
