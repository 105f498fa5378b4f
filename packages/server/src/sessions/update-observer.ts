import { type Observer, type ObserverRight, ServiceError } from '@pairspace/protocol';
import { actingAs, type ObserverCaller, type OperatorCaller } from '../access/caller.ts';
import { makersOf } from '../access/makers-of.ts';
import { recordOrigin } from '../access/origin.ts';
import { rightsOf, rightsText } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { distinctRights, type ObserverRow, presentObserver } from './observer-row.ts';

/**
 * Sets the rights of an observer and of its token (PPL-7, PPL-8). An observer with a right is no longer a walk-in,
 * because somebody has chosen it.
 */
export const updateObserver = async (
  tx: Transaction,
  caller: ObserverCaller | OperatorCaller,
  { sessionId, observerId }: { sessionId: string; observerId: string },
  given: readonly ObserverRight[],
): Promise<Observer> => {
  const row = await tx.get<ObserverRow>`
    select id, name, invited, rights, vouched, joined_at from observer where session_id = ${sessionId} and id = ${observerId}
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such observer in this session.');
  const rights = distinctRights(given);
  const isOperator = caller.kind === 'operator';
  const adds = rights.some((right) => !rightsOf(row.rights).includes(right));
  if (adds && row.vouched === 1 && !isOperator) {
    throw new ServiceError('FORBIDDEN', 'The operator vouches for this person, and alone adds to what it may do.', {
      details: { reason: 'vouched' },
    });
  }
  const after: ObserverRow = {
    ...row,
    rights: rightsText(rights),
    invited: rights.length > 0 ? 1 : row.invited,
    vouched: isOperator ? 1 : row.vouched,
  };
  const observer = presentObserver(after);
  if (after.rights === row.rights && after.vouched === row.vouched) return observer;
  await tx.run`
    update observer set rights = ${after.rights}, invited = ${after.invited}, vouched = ${after.vouched}
    where session_id = ${sessionId} and id = ${observerId}
  `;
  await tx.run`
    update token set rights = ${after.rights}, invited = ${after.invited}, vouched = ${after.vouched}
    where session_id = ${sessionId} and holder_id = ${observerId} and role = 'observer'
  `;
  if (adds) recordOrigin(tx, { kind: 'observer', sessionId, id: observerId }, makersOf(caller));
  const change = { sessionId, event: 'observer.updated', actor: actingAs(caller), needsRoom: adds } as const;
  await appendEvent(tx, change, observer);
  return observer;
};
