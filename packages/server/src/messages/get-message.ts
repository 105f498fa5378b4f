import { ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** A message as JSON text (MSG-7). */
export const getMessage = async (db: Queries, sessionId: string, messageId: string): Promise<string> => {
  const row = await db.get<{ data: string }>`
    select data from event where session_id = ${sessionId} and message_id = ${messageId}
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such message in this session.');
  return row.data;
};
