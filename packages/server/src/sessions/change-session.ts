import { type Actor, type Seat, ServiceError } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import { inboxTopic, tasksTopic } from '../events/topics.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { worksInRealTime } from './policy.ts';
import { presentSession } from './present-session.ts';
import {
  findSessionWithSeats,
  restartLeases,
  restartQuiet,
  type SeatedSession,
  type SessionRow,
} from './session-store.ts';

/** The session with its seats. */
export const loadSession = async (db: Queries, sessionId: string): Promise<SeatedSession> => {
  const found = await findSessionWithSeats(db, sessionId);
  if (!found) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  return found;
};

interface Change {
  event: 'session.updated' | 'session.completed' | 'session.paused';
  actor: Actor;
  changes: Partial<SessionRow>;
  /** Whether to refuse the change if the session has no bytes left (CAP-19): its event carries the whole session. */
  needsRoom?: boolean;
}

/** Writes changes of the session's row with an event; returns the changed row. */
export const changeSession = async (
  tx: Transaction,
  { row, seats }: SeatedSession,
  { event, actor, changes, needsRoom = false }: Change,
): Promise<SessionRow> => {
  const changed: SessionRow = { ...row, ...changes, updated_at: tx.now, last_activity_at: tx.now };
  await saveSession(tx, changed);
  if (worksInRealTime(changed) && !worksInRealTime(row)) await restartQuiet(tx, row.id);
  if (changed.status === 'active' && changed.status !== row.status) await restartLeases(tx, row.id);
  const isNews =
    changed.status !== row.status || changed.visibility !== row.visibility || changed.max_agents !== row.max_agents;
  const concerns = isNews ? inboxEntriesOfSeats(seats, actor) : [];
  const change = { sessionId: row.id, event, actor, concerns, needsRoom } as const;
  const { seq } = await appendEvent(tx, change, presentSession(changed, seats));
  // Completion ends all waits in a session, including those of the caller (WAIT-4).
  if (event === 'session.completed') {
    for (const { agentId } of seats) tx.notify(inboxTopic(row.id, agentId));
    tx.notify(tasksTopic(row.id));
  }
  changed.last_seq = seq;
  return changed;
};

/**
 * Writes the columns that can change, except for the end of the log, which `appendEvent` writes. An event must follow
 * in the same transaction: another transaction may have read the old head, and only the `seq` of this event makes that
 * transaction fail.
 */
const saveSession = (tx: Transaction, row: SessionRow): Promise<number> =>
  tx.run`
    update session set name = ${row.name}, name_folded = ${row.name.toLowerCase()}, status = ${row.status}, mode = ${row.mode}, visibility = ${row.visibility},
      max_agents = ${row.max_agents}, observer_count = ${row.observer_count}, metadata = ${row.metadata}, updated_at = ${row.updated_at},
      completed_at = ${row.completed_at}, invite_code = ${row.invite_code},
      invite_expires_at = ${row.invite_expires_at}, invite_used_up = ${row.invite_used_up}
    where id = ${row.id}
  `;

/** A change of status, seats or visibility concerns every agent but the one who made it (INB-8). */
export const inboxEntriesOfSeats = (seats: readonly Seat[], actor: Actor): NewInboxEntry[] =>
  seats.flatMap(({ agentId }) =>
    actor.kind === 'agent' && actor.id === agentId ? [] : [{ agentId, reason: 'session' } as const],
  );
