import type { TaskStatus } from './tasks.ts';

/** Whether a task has ended; only `reopen` changes it then. */
export const isEndedTask = (status: TaskStatus): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled';
