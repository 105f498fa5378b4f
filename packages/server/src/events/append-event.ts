import { type Actor, type EntityOf, loggedEvents, type LoggedName, utf8Bytes } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import type { SessionHead } from '../access/session-head.ts';
import { invariant } from '../lib/invariant.ts';
import { countEvent, type CountedSession } from '../agent-statistics/count-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { markMessages } from './mark-messages.ts';
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
  /** Bytes that the change stores beside its event, less those that it removes. */
  bytes?: number;
  /** Whether it is refused when there is no room for it; without it the event says. What ends something never is. */
  needsRoom?: boolean;
}

/** What a row of the log takes beside the text of its entity. */
const rowBytes = 200;

/** Events of what callers add, as much as they like. */
const additions: ReadonlySet<LoggedName> = new Set([
  'session.created',
  'message.created',
  'note.created',
  'note.updated',
  'file.updated',
]);

interface Taken extends CountedSession {
  seq: number;
  /** Bytes that the session stored before. */
  storedBytes: number;
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
  const { sessionId, head, bytes = 0, needsRoom = additions.has(change.event) } = change;
  const row = head ? nextOf(head) : await takeSeq(tx, change);
  const { seq } = row;
  const declaration = loggedEvents[change.event];
  const entity = (
    'seqField' in declaration ? { ...unnumbered, [declaration.seqField]: seq } : unnumbered
  ) as EntityOf<Name>;
  const data = JSON.stringify(entity);
  const addedBytes = utf8Bytes(data) + rowBytes + bytes;
  const refusal = needsRoom ? whyNoRoom(tx, row.storedBytes, addedBytes) : undefined;
  if (refusal) throw refusal;
  if (head) putSeq(tx, change, seq, addedBytes);
  else tx.queueWrite`update session set stored_bytes = stored_bytes + ${addedBytes} where id = ${sessionId}`;
  tx.queueWrite`
    insert into event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data)
    values (${sessionId}, ${seq}, ${change.event}, ${tx.now},
      ${change.actor.kind}, ${change.actor.id}, ${change.actor.name}, ${data})
  `;
  markMessages(tx, change.sessionId, row.seq);
  await countEvent(tx, change, row);
  queueDeliveries(tx, { ...change, ...row });
  tx.nudge(sessionId);
  return { seq, entity };
};

/** The update holds the session's row to the end of the transaction: numbers have no gaps and follow commit order. */
const takeSeq = async (tx: Transaction, { sessionId, event }: Change): Promise<Taken> => {
  const row = await tx.get<Taken>`
    update session set last_seq = last_seq + 1, last_activity_at = ${tx.now},
      quiet_since = coalesce(${isWork(event) ? tx.now : null}, quiet_since)
    where id = ${sessionId} returning last_seq as seq, visibility, status, stored_bytes as "storedBytes"
  `;
  invariant(row, 'an event is appended to a session that exists');
  return row;
};

const nextOf = ({ lastSeq, ...head }: SessionHead): Taken => ({ ...head, seq: lastSeq + 1 });

/** A number that another has taken is refused by the event's key, and with it the transaction. */
const putSeq = (tx: Transaction, { sessionId, event }: Change, seq: number, addedBytes: number): void => {
  tx.queueWrite`
    update session set last_seq = ${seq}, last_activity_at = ${tx.now}, stored_bytes = stored_bytes + ${addedBytes},
      quiet_since = coalesce(${isWork(event) ? tx.now : null}, quiet_since)
    where id = ${sessionId}
  `;
};
