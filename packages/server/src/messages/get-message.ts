import { ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** A message as JSON text (MSG-7). */
export const getMessage = async (db: Queries, sessionId: string, messageId: string): Promise<string> => {
  const row = await db.get<{ data: string }>`
    select data from event where session_id = ${sessionId} and entity_id = ${messageId} and event = 'message.created'
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such message in this session.');
  return row.data;
};
