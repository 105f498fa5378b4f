import type { Actor, LoggedName } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';

interface Change {
  sessionId: string;
  event: LoggedName;
  actor: Actor;
}

/** Events of work being done: what a session that is watched for a stall must not go without (PRES-6). */
const isWork = (event: LoggedName): boolean => /^(message|note|file|job)\./.test(event);

/**
 * Puts one event at the end of a session's log. Every durable change calls this once, in its own transaction, with
 * the full entity as it is after the change; the entity may carry the event's `seq`, so it is made from it.
 */
export const appendEvent = async <T>(tx: Transaction, change: Change, entityAt: (seq: number) => T): Promise<T> => {
  // The update holds the session's row to the end of the transaction: numbers have no gaps and follow commit order.
  const row = await tx.get<{ seq: number }>`
    update session set last_seq = last_seq + 1, last_activity_at = ${tx.now},
      quiet_since = coalesce(${isWork(change.event) ? tx.now : null}, quiet_since)
    where id = ${change.sessionId} returning last_seq as seq
  `;
  invariant(row, 'an event is appended to a session that exists');
  const entity = entityAt(row.seq);
  tx.put`
    insert into event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data)
    values (${change.sessionId}, ${row.seq}, ${change.event}, ${tx.now},
      ${change.actor.kind}, ${change.actor.id}, ${change.actor.name}, ${JSON.stringify(entity)})
  `;
  tx.nudge(change.sessionId);
  return entity;
};
