import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { drain } from '../lib/drain.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { opened } from './end-ownership.ts';
import { leaseEndOf, readTask } from './task-store.ts';

const batch = 50;

interface TaskKey {
  sessionId: string;
  id: string;
}

/** Tasks in work whose lease may have ended. */
export const listDueLeases = (db: Queries, now: number, limit: number): Promise<TaskKey[]> =>
  db.all<TaskKey>`
    select session_id as "sessionId", task.id from task cross join session
    where session.id = session_id and task.status = 'working' and check_at <= ${now}
    order by check_at limit 0 + ${limit}
  `;

/**
 * Releases a task whose owner gave no sign of life for the time of its lease; otherwise sets the time of the next check
 * (TASK-14). No lease ends in a session that is paused or completed; resuming the session starts all of them anew.
 * Returns whether the task was released.
 */
export const expireLease = async (tx: Transaction, { sessionId, id }: TaskKey): Promise<boolean> => {
  const head = await findSessionHead(tx, sessionId);
  if (!head) return false;
  const read = await readTask(tx, sessionId, id);
  if (read.task.status !== 'working' || read.checkAt === null || read.checkAt > tx.now) return false;
  const runs = head.status === 'active' || head.status === 'waiting';
  const end = leaseEndOf(read);
  if (runs && end <= tx.now) {
    await changeTask(tx, { head, before: read, after: opened(read, 'lease'), trigger: 'expire', actor: systemActor });
    return true;
  }
  await tx.run`
    update task set check_at = ${runs ? end : null} where session_id = ${sessionId} and id = ${id}
  `;
  return false;
};

interface LeaseWatch {
  storage: Storage;
  now: () => number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  onExpired: () => void;
}

/**
 * A round of the watch of leases. The watch has no state; each transaction decides anew, so that any number of nodes
 * may run it.
 */
export const watchLeases = async ({ storage, now, closing, onExpired }: LeaseWatch): Promise<void> => {
  const failures = await drain(
    () => listDueLeases(storage.read, now(), batch),
    async (key) => {
      if (await storage.write((tx) => expireLease(tx, key), { session: key.sessionId })) onExpired();
    },
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
};
