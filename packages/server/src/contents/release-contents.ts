import type { Transaction } from '../storage/storage.ts';
import type { ContentRef } from './keep-content.ts';

/** Counts one use less of each content, and deletes contents without uses. */
export const releaseContents = async (tx: Transaction, refs: readonly ContentRef[]): Promise<void> => {
  // Every transaction locks rows in the same order; otherwise two could deadlock.
  const ordered = refs.toSorted((a, b) => (`${a.of} ${a.hash}` < `${b.of} ${b.hash}` ? -1 : 1));
  for (const { of, hash } of ordered) {
    await tx.takeTurn();
    const left = await tx.get<{ uses: number }>`
      update content set uses = uses - 1 where session_id = ${of} and hash = ${hash} returning uses
    `;
    if (left === undefined || left.uses > 0) continue;
    await tx.run`delete from content where session_id = ${of} and hash = ${hash}`;
    await tx.run`delete from content_body where session_id = ${of} and hash = ${hash}`;
  }
};
