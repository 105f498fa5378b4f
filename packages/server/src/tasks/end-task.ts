import type { BodyOf, Endpoints, Task } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type SessionCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { assertRoomForTask, type TaskRules } from './create-task.ts';
import { ended, opened } from './end-ownership.ts';
import { getAsDirector, getToCancel, getToFinish, wrongState } from './policy.ts';
import type { ReadTask } from './task-store.ts';

/** Ends a task that the caller owns, with a result (TASK-11). */
export const finishTask = async (
  tx: Transaction,
  caller: AgentCaller,
  ref: string,
  { outcome, text, links, reason }: BodyOf<Endpoints['finishTask']>,
): Promise<Task> => {
  const { head, row } = await getToFinish(tx, caller, ref);
  const after = {
    ...ended(row, reason ?? null),
    status: outcome,
    assignee_id: caller.agentId,
    assignee_name: caller.agentName,
    result: JSON.stringify({ text, links }),
  };
  return changeTask(tx, { head, before: row, after, trigger: 'finish', actor: actorOf(caller) });
};

/** Ends a task without a result (TASK-11). */
export const cancelTask = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  reason: string | null,
): Promise<Task> => {
  const { head, row } = await getToCancel(tx, caller, ref);
  const after: ReadTask = { ...ended(row, reason), status: 'cancelled' };
  return changeTask(tx, { head, before: row, after, trigger: 'cancel', actor: actorOf(caller) });
};

/** Opens a task that has ended (TASK-11). */
export const reopenTask = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  reason: string | null,
  rules: TaskRules,
): Promise<Task> => {
  const { head, row } = await getAsDirector(tx, caller, ref, 'reopen');
  if (row.a2a_declined === 1) throw wrongState(row);
  await assertRoomForTask(tx, head.id, { ...rules, tasksPerSession: Infinity });
  const after = { ...opened(row, reason), result: 'null' };
  return changeTask(tx, { head, before: row, after, trigger: 'reopen', actor: actorOf(caller) });
};
