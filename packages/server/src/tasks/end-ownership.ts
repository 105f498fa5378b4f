import type { Actor, Task } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type SessionCaller } from '../access/caller.ts';
import { getSessionHead } from '../access/session-head.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeTask, wasOffered } from './change-task.ts';
import { getAsDirectorOrOwner, getAsOffered } from './policy.ts';
import { type ReadTask, selectTasks } from './task-store.ts';

const withoutLease = { leaseFrom: null, aliveAt: null, checkAt: null } as const;

/** The task as an open one: nobody owns it, and it is offered to nobody. */
export const opened = (read: ReadTask, reason: string | null): ReadTask => ({
  ...read,
  ...withoutLease,
  task: { ...read.task, status: 'open', assignee: null, offeredTo: null, reason },
});

/** The task without a lease or an offer, and with its last owner. */
export const ended = (read: ReadTask, change: Partial<Task>): ReadTask => ({
  ...read,
  ...withoutLease,
  task: { ...read.task, offeredTo: null, ...change },
});

/**
 * Declines a task that is offered to the caller, which opens it (TASK-10), or cancels a task that came through A2A
 * (TASK-22).
 */
export const declineTask = async (
  tx: Transaction,
  caller: AgentCaller,
  ref: string,
  reason: string | null,
): Promise<Task> => {
  const { head, read } = await getAsOffered(tx, caller, ref, (task) => wasOffered(tx, task, caller.agentId));
  const { a2a } = read.task;
  const actor = actorOf(caller);
  if (!a2a) return changeTask(tx, { head, before: read, after: opened(read, reason), trigger: 'decline', actor });
  const after = ended(read, { reason, status: 'cancelled', a2a: { ...a2a, declined: true } });
  return changeTask(tx, { head, before: read, after, trigger: 'reject', actor });
};

/** Gives up the ownership of a task (TASK-10). */
export const releaseTask = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  reason: string | null,
): Promise<Task> => {
  const { head, read } = await getAsDirectorOrOwner(tx, caller, ref, 'release');
  return changeTask(tx, {
    head,
    before: read,
    after: opened(read, reason),
    trigger: 'release',
    actor: actorOf(caller),
  });
};

/** Releases the tasks of an agent that is removed, and ends the offers to it (TASK-14). */
export const releaseTasksOf = async (
  tx: Transaction,
  sessionId: string,
  agentId: string,
  actor: Actor,
): Promise<void> => {
  const reads = await selectTasks(
    tx,
    sql`task.session_id = ${sessionId} and ((task.status = 'working' and assignee_id = ${agentId})
      or (task.status = 'offered' and offered_to = ${agentId})) order by rank`,
  );
  for (const read of reads) {
    const head = await getSessionHead(tx, sessionId);
    await changeTask(tx, { head, before: read, after: opened(read, 'removed'), trigger: 'remove', actor });
    await tx.takeTurn();
  }
};
