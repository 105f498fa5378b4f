import {
  type Actor,
  canonicalJson,
  type EntityOf,
  loggedEvents,
  type LoggedName,
  utf8Bytes,
} from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import type { SessionHead } from '../access/session-head.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import { addToInboxes, type NewInboxEntry, findInboxEntries, type EventSummary } from './inbox-entry.ts';
import { eventHash, type Unhashed } from './event-hash.ts';
import { eventRowBytes } from './event-row.ts';
import { LogEnd } from './log-end.ts';
import { markMessages } from './mark-messages.ts';
import { findWatched, queueDeliveries } from './queue-deliveries.ts';
import { queueTaskNotices } from './queue-task-notices.ts';

/**
 * The session to whose log an event is appended. A transaction that has read the session passes it on, which saves a
 * query.
 */
export interface LogPlace {
  /**
   * The session as this transaction has read it. A stale head cannot be used by mistake: every change of a head takes a
   * `seq`, so the next `seq` of a stale head exists already, and the event's primary key refuses it.
   */
  head?: SessionHead;
  /** The end of the log, for several events of one transaction. The caller that made it saves it. */
  end?: LogEnd;
}

interface Change<Name extends LoggedName = LoggedName> extends LogPlace {
  sessionId: string;
  event: Name;
  actor: Actor;
  /** The agents that the event concerns, if the entity does not tell (INB-8). */
  concerns?: readonly NewInboxEntry[];
  /** The bytes that the change adds to the stored contents; negative when it removes more. */
  bytes?: number;
  /** Whether this transaction has found no profile of the actor. */
  isNewAgent?: boolean;
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
  const { sessionId, event, actor, bytes = 0, needsRoom = loggedEvents[event].needsRoom } = change;
  const end = change.end ?? new LogEnd(change.head ?? (await takeHead(tx, sessionId)));
  const { head } = end;
  const seq = head.lastSeq + 1;
  const entity = numbered(event, unnumbered, seq);
  const data = canonicalJson(entity);
  const addedBytes = utf8Bytes(data) + eventRowBytes + bytes;
  const refusal = needsRoom ? whyNoRoom(tx, head.storedBytes, addedBytes) : undefined;
  if (refusal) throw refusal;
  const summary = { sessionId, event, actor, seq };
  const { concerns, watched } = await findWanting(tx, summary, entity, { concerns: change.concerns, head });
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
  insertEvent(tx, sessionId, unhashed, hash);
  markMessages(tx, sessionId, seq);
  end.push({ event, actor, isNewAgent: change.isNewAgent ?? false, seq, hash, bytes: addedBytes });
  if (!change.end) await end.save(tx);
  addToInboxes(tx, summary, concerns);
  if (watched !== null) {
    await queueDeliveries(tx, { ...summary, visibility: head.visibility });
    await queueTaskNotices(tx, summary, entity);
  }
  tx.notify(sessionId);
  return { seq, entity, json: data };
};

const numbered = <Name extends LoggedName>(event: Name, unnumbered: Unnumbered<Name>, seq: number): EntityOf<Name> => {
  const declaration = loggedEvents[event];
  return ('seqField' in declaration ? { ...unnumbered, [declaration.seqField]: seq } : unnumbered) as EntityOf<Name>;
};

/** The agents that an event concerns, and whether a webhook may want it. Unknown facts are queried together. */
const findWanting = async (
  tx: Transaction,
  summary: EventSummary,
  entity: unknown,
  { concerns: known, head }: { concerns: Change['concerns']; head: SessionHead },
): Promise<{ concerns: readonly NewInboxEntry[]; watched: SessionHead['watched'] }> => {
  const [concerns, watched] = await Promise.all([
    known ?? findInboxEntries(tx, summary, entity),
    head.watched === undefined ? findWatched(tx, summary.sessionId) : head.watched,
  ]);
  return { concerns, watched };
};

/** The primary key refuses a `seq` that another transaction has taken, which undoes this transaction. */
const insertEvent = (tx: Transaction, sessionId: string, row: Unhashed, hash: string): void => {
  tx.queueWrite`
    insert into event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data, hash)
    values (${sessionId}, ${row.seq}, ${row.event}, ${row.at}, ${row.actor_kind}, ${row.actor_id}, ${row.actor_name},
      ${row.data}, ${hash})
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
