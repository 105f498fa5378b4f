import { systemActor } from '../access/caller.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { presentSession } from './present-session.ts';

/** Some of the sessions without work since that time whose stall is not reported yet. */
export const listQuietSessions = (db: Queries, since: number, limit: number): Promise<{ sessionId: string }[]> =>
  db.all<{ sessionId: string }>`
    select id as "sessionId" from session where status = 'active' and mode = 'realtime' and quiet_since <= ${since}
    order by quiet_since limit 0 + ${limit}
  `;

/** Reports the stall of a session, unless it has ended or was reported (PRES-6). */
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
