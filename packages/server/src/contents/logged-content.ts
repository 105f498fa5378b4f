import type { Queries } from '../storage/storage.ts';

/** The content of a note's version from its event; undefined for a version that came with a fork. */
export const findLoggedContent = async (db: Queries, sessionId: string, seq: number): Promise<string | undefined> => {
  const row = await db.get<{ data: string }>`
    select data from event
    where session_id = ${sessionId} and seq = ${seq} and event in ('note.created', 'note.updated')
  `;
  return row && (JSON.parse(row.data) as { content: string }).content;
};
