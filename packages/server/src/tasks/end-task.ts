import type { BodyOf, Endpoints, Task } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type SessionCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { assertRoomForTask, type TaskRules } from './create-task.ts';
import { ended, opened } from './end-ownership.ts';
import { getAsDirector, getToCancel, getToFinish, wrongState } from './policy.ts';

/** Ends a task that the caller owns, with a result (TASK-11). */
export const finishTask = async (
  tx: Transaction,
  caller: AgentCaller,
  ref: string,
  { outcome, text, links, reason }: BodyOf<Endpoints['finishTask']>,
): Promise<Task> => {
  const { head, read } = await getToFinish(tx, caller, ref);
  const { agentId, agentName } = caller;
  const after = ended(read, {
    reason: reason ?? null,
    status: outcome,
    assignee: { agentId, agentName },
    result: { text, links },
  });
  return changeTask(tx, { head, before: read, after, trigger: 'finish', actor: actorOf(caller) });
};

/** Ends a task without a result (TASK-11). */
export const cancelTask = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  reason: string | null,
): Promise<Task> => {
  const { head, read } = await getToCancel(tx, caller, ref);
  const after = ended(read, { reason, status: 'cancelled' });
  return changeTask(tx, { head, before: read, after, trigger: 'cancel', actor: actorOf(caller) });
};

/** Opens a task that has ended (TASK-11). */
export const reopenTask = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  reason: string | null,
  rules: TaskRules,
): Promise<Task> => {
  const { head, read } = await getAsDirector(tx, caller, ref, 'reopen');
  if (read.task.a2a?.declined) throw wrongState(read.task);
  await assertRoomForTask(tx, head.id, { ...rules, tasksPerSession: Infinity });
  const open = opened(read, reason);
  const after = { ...open, task: { ...open.task, result: null } };
  return changeTask(tx, { head, before: read, after, trigger: 'reopen', actor: actorOf(caller) });
};
