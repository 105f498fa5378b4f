import type { ConflictReason, Task } from '@pairspace/protocol';
import type { Caller } from './caller.ts';

/** The path of a task. */
export const at = ({ id }: Pick<Task, 'id'>) => ({ params: { taskId: id } });

export const create = (caller: Caller, body: Record<string, unknown> = {}): Promise<Task> =>
  caller.ok('createTask', { body: { title: 'A task', ...body } });

/** Claims without waiting; null where there is no task. */
export const claim = async (caller: Caller, body: Record<string, unknown> = {}): Promise<Task | null> =>
  (await caller.ok('claimTask', { body })).task;

/** The details of a refused claim of this task. */
export const refusedClaim = async (caller: Caller, reason: ConflictReason, { id }: Pick<Task, 'id'>) =>
  (await caller.conflict(reason, 'claimTask', { body: { taskId: id } })).details;

export const finish = (caller: Caller, task: Pick<Task, 'id'>, outcome = 'done'): Promise<Task> =>
  caller.ok('finishTask', { ...at(task), body: { outcome } });

/** The names of the events of tasks in the inbox of the caller after this one. */
export const toldOfTasks = async (caller: Caller, since: number): Promise<string[]> => {
  const { items } = await caller.ok('readInbox', { query: { since, limit: 200 } });
  return items.flatMap(({ reason, event }) => (reason === 'task' ? [event.event] : []));
};
