import type { TaskStatus } from './tasks.ts';

/** Whether a task has ended. Only `reopen` changes an ended task. */
export const isEndedTask = (status: TaskStatus): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled';
