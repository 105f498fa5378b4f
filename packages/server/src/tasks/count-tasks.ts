import type { Queries } from '../storage/storage.ts';

interface TaskCounts {
  open: number;
  working: number;
  /** Since when the task waits that waits longest for an owner; null without one. */
  since: number | null;
}

/** How much work there is in all sessions (TASK-20). */
export const countTasks = async (db: Queries): Promise<TaskCounts> => {
  const counts = await db.get<TaskCounts>`
    select (select count(*) from task where status = 'open') as open,
      (select count(*) from task where status = 'working') as working,
      (select min(updated_at) from task where status = 'open') as since
  `;
  return counts ?? { open: 0, working: 0, since: null };
};
