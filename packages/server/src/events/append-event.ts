import { type Actor, type EntityOf, loggedEvents, type LoggedName } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { invariant } from '../lib/invariant.ts';
import { countEvent, type CountedSession } from '../agent-statistics/count-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { queueDeliveries } from './queue-deliveries.ts';

interface Change<Name extends LoggedName = LoggedName> {
  sessionId: string;
  event: Name;
  actor: Actor;
  /**
   * The session as this transaction has read it, if it has changed nothing of it since: then nothing is asked for again.
   * It must have been read under the session’s own `write`.
   */
  head?: SessionHead;
}

interface Taken extends CountedSession {
  seq: number;
}

/** Events of work being done: what a session that is watched for a stall must not go without (PRES-6). */
const isWork = (event: LoggedName): boolean => /^(message|note|file|job)\./.test(event);

type SeqField<Name extends LoggedName> = (typeof loggedEvents)[Name] extends { seqField: infer Field extends string }
  ? Field
  : never;

/** The entity of an event. Its field for the seq may be left out, and is filled in either way. */
type Unnumbered<Name extends LoggedName> = Omit<EntityOf<Name>, SeqField<Name>> & Partial<EntityOf<Name>>;

/**
 * Puts one event at the end of a session's log. Every durable change calls this once, in its own transaction, with the
 * full entity as it is after the change. Returns the seq of the event, and the entity as the log keeps it.
 */
export const appendEvent = async <Name extends LoggedName>(
  tx: Transaction,
  change: Change<Name>,
  unnumbered: Unnumbered<Name>,
): Promise<{ seq: number; entity: EntityOf<Name> }> => {
  const row = change.head ? putSeq(tx, change, change.head) : await takeSeq(tx, change);
  const { seq } = row;
  const declaration = loggedEvents[change.event];
  const entity = (
    'seqField' in declaration ? { ...unnumbered, [declaration.seqField]: seq } : unnumbered
  ) as EntityOf<Name>;
  tx.queueWrite`
    insert into event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data)
    values (${change.sessionId}, ${seq}, ${change.event}, ${tx.now},
      ${change.actor.kind}, ${change.actor.id}, ${change.actor.name}, ${JSON.stringify(entity)})
  `;
  await countEvent(tx, change, row);
  queueDeliveries(tx, { ...change, ...row });
  tx.nudge(change.sessionId);
  return { seq, entity };
};

/** The update holds the session's row to the end of the transaction: numbers have no gaps and follow commit order. */
const takeSeq = async (tx: Transaction, { sessionId, event }: Change): Promise<Taken> => {
  const row = await tx.get<Taken>`
    update session set last_seq = last_seq + 1, last_activity_at = ${tx.now},
      quiet_since = coalesce(${isWork(event) ? tx.now : null}, quiet_since)
    where id = ${sessionId} returning last_seq as seq, visibility, status
  `;
  invariant(row, 'an event is appended to a session that exists');
  return row;
};

/** A number that another has taken is refused by the event's key, and with it the transaction. */
const putSeq = (tx: Transaction, { sessionId, event }: Change, { lastSeq, visibility, status }: SessionHead): Taken => {
  const seq = lastSeq + 1;
  tx.queueWrite`
    update session set last_seq = ${seq}, last_activity_at = ${tx.now},
      quiet_since = coalesce(${isWork(event) ? tx.now : null}, quiet_since)
    where id = ${sessionId}
  `;
  return { seq, visibility, status };
};
