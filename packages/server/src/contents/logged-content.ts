import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';

/** The content of a note's version from its event. */
export const findLoggedContent = async (db: Queries, sessionId: string, seq: number): Promise<string> => {
  const row = await db.get<{ data: string }>`select data from event where session_id = ${sessionId} and seq = ${seq}`;
  invariant(row, 'each version of a note has its event');
  return (JSON.parse(row.data) as { content: string }).content;
};
