import { type Note, ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** A note as its newest event has it. */
export const getNote = async (db: Queries, sessionId: string, noteId: string): Promise<Note> => {
  const row = await db.get<{ data: string }>`
    select data from event where session_id = ${sessionId} and seq = (
      select seq from entity
      where session_id = ${sessionId} and kind = 'note' and id = ${noteId} and ended_at is null
    )
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such note in this session.');
  return JSON.parse(row.data) as Note;
};
