import { ServiceError, type Task } from '@pairspace/protocol';
import { actorOf } from '../access/caller.ts';
import type { A2aCall } from './a2a-call.ts';
import { taskNotFound } from './a2a-error.ts';

/** A task that the caller sent to this agent. Any other task looks as if there were none (A2A-4). */
export const getOwnTask = async ({ calls, caller, agent }: A2aCall, taskId: string): Promise<Task> => {
  const { sessionId, agentId } = agent;
  const task = await calls.getTask({ sessionId, taskId }).catch((error: unknown) => {
    if (error instanceof ServiceError && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code)) return undefined;
    throw error;
  });
  const { kind, id } = actorOf(caller);
  if (task?.a2a?.agentId !== agentId || task.requester.kind !== kind || task.requester.id !== id) throw taskNotFound();
  return task;
};
