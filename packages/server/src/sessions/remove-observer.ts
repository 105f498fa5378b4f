import { ServiceError } from '@pairspace/protocol';
import { actingAs, type OperatorCaller, type SessionCaller } from '../access/caller.ts';
import { endTokens } from '../access/token.ts';
import { ownerOf } from '../access/webhook-reach.ts';
import { appendEvent } from '../events/append-event.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { type ObserverRow, presentObserver } from './observer-row.ts';
import { saveTaken } from './session-store.ts';

/** Removes an observer, its token and its webhooks (SEAT-8). */
export const removeObserver = async (
  tx: Transaction,
  caller: SessionCaller | OperatorCaller,
  { sessionId, observerId }: { sessionId: string; observerId: string },
): Promise<{ id: string; deleted: true }> => {
  const { row } = await loadSession(tx, sessionId);
  const removed = await tx.get<ObserverRow>`
    delete from observer where session_id = ${sessionId} and id = ${observerId}
    returning id, name, invited, rights, vouched, joined_at
  `;
  if (!removed) throw new ServiceError('NOT_FOUND', 'There is no such observer in this session.');
  await saveTaken(tx, { ...row, observer_count: row.observer_count - 1 });
  await endTokens(tx, { sessionId, holderId: observerId, kind: 'observer' });
  const owner = ownerOf('observer', observerId);
  await endWebhooks(tx, sql`session_id = ${sessionId} and scope = 'session' and owner = ${owner}`);
  const change = { sessionId, event: 'observer.removed', actor: actingAs(caller) } as const;
  await appendEvent(tx, change, presentObserver(removed));
  return { id: observerId, deleted: true };
};
