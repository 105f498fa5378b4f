import { systemActor } from '../access/caller.ts';
import { appendEvent } from '../events/append-event.ts';
import { drain } from '../lib/drain.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { presentSession } from './present-session.ts';

const batch = 50;

interface StallWatch {
  storage: Storage;
  now: () => number;
  /** The time without work after which an active realtime session has stalled. */
  stallTimeoutMs: number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** A round of the watch: marks each session that has stalled (PRES-6). */
export const watchStalls = async ({ storage, now, stallTimeoutMs, closing }: StallWatch): Promise<void> => {
  const failures = await drain(
    () => listQuietSessions(storage.read, now() - stallTimeoutMs, batch),
    ({ sessionId }) => storage.write((tx) => markStalled(tx, sessionId, stallTimeoutMs), { session: sessionId }),
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
};

/** Some of the sessions that have had no work since `since`, and whose stall is not reported yet. */
export const listQuietSessions = (db: Queries, since: number, limit: number): Promise<{ sessionId: string }[]> =>
  db.all<{ sessionId: string }>`
    select id as "sessionId" from session where status = 'active' and mode = 'realtime' and quiet_since <= ${since}
    order by quiet_since limit 0 + ${limit}
  `;

/** Reports the stall of a session, unless the stall has ended or was reported (PRES-6). */
export const markStalled = async (tx: Transaction, sessionId: string, stallTimeoutMs: number): Promise<void> => {
  const stalled = await tx.run`
    update session set quiet_since = null
    where id = ${sessionId} and status = 'active' and mode = 'realtime' and quiet_since <= ${tx.now - stallTimeoutMs}
  `;
  if (stalled === 0) return;
  const { row, seats } = await loadSession(tx, sessionId);
  const session = presentSession({ ...row, last_activity_at: tx.now }, seats);
  await appendEvent(tx, { sessionId, event: 'session.stalled', actor: systemActor }, session);
};
