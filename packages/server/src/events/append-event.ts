import {
  type Actor,
  canonicalJson,
  type EntityOf,
  loggedEvents,
  type LoggedName,
  utf8Bytes,
} from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { countEvent } from '../agent-statistics/count-event.ts';
import type { SessionHead } from '../access/session-head.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import { keepEntity, stateAfter } from './entity-store.ts';
import { indexEvent } from './index-entry.ts';
import { addToInboxes, type NewInboxEntry, findInboxEntries, type EventSummary } from './inbox-entry.ts';
import { eventHash, type Unhashed } from './event-hash.ts';
import { eventRowBytes, type MessageColumns, noMessage } from './event-row.ts';
import { markMessages } from './mark-messages.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { queueTaskNotices } from './queue-task-notices.ts';

/** The circumstances of an event. A transaction that has read the session passes it on, which saves a query. */
export interface EventPlace {
  /**
   * The session as this transaction has read it. A stale head cannot be used by mistake: every change of a head takes a
   * `seq`, so the next `seq` of a stale head exists already, and the event's primary key refuses it.
   */
  head?: SessionHead;
  /** Whether the entity came with a fork. Then the event is no work of its actor, and concerns nobody. */
  isCopy?: boolean;
}

interface Change<Name extends LoggedName = LoggedName> extends EventPlace {
  sessionId: string;
  event: Name;
  actor: Actor;
  /** The agents that the event concerns, if the entity does not tell (INB-8). */
  concerns?: readonly NewInboxEntry[];
  /** The bytes that the change adds to the stored contents; negative when it removes more. */
  bytes?: number;
  /** Whether this transaction has found no profile of the actor. */
  isNewAgent?: boolean;
  /** The columns of a message, beside its text. */
  message?: MessageColumns;
  /** Whether the change is refused when the session has no room for it. Overrides `needsRoom` of `loggedEvents`. */
  needsRoom?: boolean;
}

type SeqField<Name extends LoggedName> = (typeof loggedEvents)[Name] extends { seqField: infer Field extends string }
  ? Field
  : never;

/** The entity of an event. The field for the seq may be left out; `appendEvent` fills it in either way. */
type Unnumbered<Name extends LoggedName> = Omit<EntityOf<Name>, SeqField<Name>> & Partial<EntityOf<Name>>;

/**
 * Appends an event to a session's log. Every durable change calls this once, in its own transaction, with the full
 * entity as it is after the change. Returns the seq of the event, and the entity as the log keeps it, both as an object
 * and as JSON text.
 */
export const appendEvent = async <Name extends LoggedName>(
  tx: Transaction,
  change: Change<Name>,
  unnumbered: Unnumbered<Name>,
): Promise<{ seq: number; entity: EntityOf<Name>; json: string }> => {
  const { sessionId, event, actor, bytes = 0, isCopy = false, needsRoom = loggedEvents[event].needsRoom } = change;
  const head = change.head ?? (await takeHead(tx, sessionId));
  const seq = head.lastSeq + 1;
  const entity = numbered(event, unnumbered, seq);
  const data = canonicalJson(entity);
  const addedBytes = utf8Bytes(data) + eventRowBytes + bytes;
  const refusal = needsRoom ? whyNoRoom(tx, head.storedBytes, addedBytes) : undefined;
  if (refusal) throw refusal;
  const summary = { sessionId, event, actor, seq };
  const concerns = change.concerns ?? (isCopy ? [] : await findInboxEntries(tx, summary, entity));
  const unhashed = {
    seq,
    event,
    at: tx.now,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    data,
  };
  const hash = eventHash(sessionId, head.lastHash, unhashed);
  insertEvent(tx, { sessionId, entityId: entityIdOf(event, entity), bytes }, unhashed, hash, change.message);
  if ('entity' in loggedEvents[event]) keepEntity(tx, { sessionId, seq }, stateAfter(unhashed, entity));
  indexEvent(tx, { ...head, sessionId }, unhashed, entity);
  markMessages(tx, sessionId, seq);
  addToInboxes(tx, summary, concerns);
  moveLog(tx, summary, hash, addedBytes);
  await countEvent(tx, { ...summary, isNewAgent: change.isNewAgent ?? false, isCopy }, head);
  if (head.watched !== null) {
    await queueDeliveries(tx, { ...summary, visibility: head.visibility });
    await queueTaskNotices(tx, summary, entity);
  }
  tx.notify(sessionId);
  return { seq, entity, json: data };
};

/** The message, note, file, task, ask or job that an event made or changed; null for an event of another kind. */
export const entityIdOf = (event: LoggedName, entity: object): string | null =>
  loggedEvents[event].kind === 'work' ? (entity as { id: string }).id : null;

const numbered = <Name extends LoggedName>(event: Name, unnumbered: Unnumbered<Name>, seq: number): EntityOf<Name> => {
  const declaration = loggedEvents[event];
  return ('seqField' in declaration ? { ...unnumbered, [declaration.seqField]: seq } : unnumbered) as EntityOf<Name>;
};

/** The primary key refuses a `seq` that another transaction has taken, which undoes this transaction. */
const insertEvent = (
  tx: Transaction,
  { sessionId, entityId, bytes }: { sessionId: string; entityId: string | null; bytes: number },
  row: Unhashed,
  hash: string,
  message: MessageColumns | typeof noMessage = noMessage,
): void => {
  tx.queueWrite`
    insert into event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data, hash, entity_id, bytes,
      msg_type, named, reply_seq, thread_seq)
    values (${sessionId}, ${row.seq}, ${row.event}, ${row.at}, ${row.actor_kind}, ${row.actor_id}, ${row.actor_name},
      ${row.data}, ${hash}, ${entityId}, ${bytes === 0 ? null : bytes}, ${message.msg_type}, ${message.named}, ${message.reply_seq},
      ${message.thread_seq})
  `;
};

/** Writes the end of the log to the session's row, and the newest write of an agent to its seat. */
const moveLog = (
  tx: Transaction,
  { sessionId, event, actor, seq }: EventSummary,
  hash: string,
  bytes: number,
): void => {
  const isWork = loggedEvents[event].kind === 'work';
  tx.queueWrite`
    update session set last_seq = ${seq}, last_hash = ${hash}, last_activity_at = ${tx.now},
      stored_bytes = stored_bytes + ${bytes}, quiet_since = coalesce(${isWork ? tx.now : null}, quiet_since)
    where id = ${sessionId}
  `;
  if (actor.kind !== 'agent') return;
  tx.queueWrite`
    update seat set last_write_at = ${tx.now}, last_write_seq = ${seq}
    where session_id = ${sessionId} and agent_id = ${actor.id}
  `;
};

/**
 * Returns the session before its next event. Its row is locked to the end of the transaction, so `seq` has no gaps and
 * follows the order of commits. `watched` is 1 here: the query that queues deliveries finds out whether a webhook wants
 * the event.
 */
const takeHead = async (tx: Transaction, sessionId: string): Promise<SessionHead> => {
  const head = await tx.get<Omit<SessionHead, 'watched'>>`
    update session set last_seq = last_seq + 1 where id = ${sessionId}
    returning id, last_seq - 1 as "lastSeq", last_hash as "lastHash", visibility, status, stored_bytes as "storedBytes"
  `;
  invariant(head, 'an event is appended to a session that exists');
  return { ...head, watched: 1 };
};
