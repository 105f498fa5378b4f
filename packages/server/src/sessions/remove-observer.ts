import { ServiceError } from '@pairspace/protocol';
import { actingAs, type OperatorCaller, type SessionCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { deleteObserver, endHolder } from './end-made.ts';

/** Removes an observer, its token, and what it made (SEAT-8). */
export const removeObserver = async (
  tx: Transaction,
  caller: SessionCaller | OperatorCaller,
  { sessionId, observerId: id }: { sessionId: string; observerId: string },
): Promise<{ id: string; deleted: true }> => {
  const actor = actingAs(caller);
  if (!(await deleteObserver(tx, { sessionId, id }, actor))) {
    throw new ServiceError('NOT_FOUND', 'There is no such observer in this session.');
  }
  await endHolder(tx, { kind: 'observer', sessionId, id }, actor);
  return { id, deleted: true };
};
