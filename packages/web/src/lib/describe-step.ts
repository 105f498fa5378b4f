import { isEndedTask } from '@pairspace/protocol';
import type { TaskStep } from '../model/task-history.ts';

/** The words for a change of a task, after the name of its actor, and the agent whose name ends the sentence. */
interface StepWords {
  says: string;
  agentId?: string;
}

/** The change before this one, where it is known. */
type Before = TaskStep | undefined;

export const describeStep = (step: TaskStep, before: Before): StepWords => {
  const { event, status, offeredTo } = step;
  if (event === 'task.created')
    return offeredTo === null ? { says: 'asked for it' } : { says: 'asked for it, of', agentId: offeredTo };
  if (event === 'task.claimed') return { says: 'took it' };
  if (event === 'task.released') return { says: sayRelease(step, before) };
  if (event === 'task.updated') return describeUpdate(step, before);
  return { says: status === 'done' ? 'finished it' : status === 'failed' ? 'ended it as failed' : 'cancelled it' };
};

const describeUpdate = ({ offeredTo, priority }: TaskStep, before: Before): StepWords => {
  if (!before) return { says: 'changed it' };
  if (isEndedTask(before.status)) return { says: 'opened it again' };
  if (before.priority !== priority) return { says: `set its priority to ${String(priority)}` };
  if (before.offeredTo === offeredTo) return { says: 'changed it' };
  return offeredTo === null ? { says: 'took the offer back' } : { says: 'offered it to', agentId: offeredTo };
};

const sayRelease = (step: TaskStep, before: Before): string => {
  if (isLease(step)) return 'ended the lease';
  return before?.status === 'offered' ? 'declined it' : 'released it';
};

/** Whether a lease ran out: agents may write the same word. */
const isLease = ({ actor, reason }: TaskStep): boolean => reason === 'lease' && actor.kind === 'system';

/** The reason in the words of whoever gave it. */
export const reasonOf = (step: TaskStep): string | undefined =>
  step.reason === null || isLease(step) ? undefined : step.reason;
