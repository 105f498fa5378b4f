import type { Queries } from '../storage/storage.ts';

/** How many tasks of all sessions are open, or in work (TASK-20). */
export const countTasks = async (db: Queries, status: 'open' | 'working'): Promise<number> => {
  const row =
    status === 'open'
      ? await db.get<{ tasks: number }>`select count(*) as tasks from task where status = 'open'`
      : await db.get<{ tasks: number }>`select count(*) as tasks from task where status = 'working'`;
  return row?.tasks ?? 0;
};

/** The time since which the longest-waiting open task waits for an owner; null without an open task. */
export const oldestOpenSince = async (db: Queries): Promise<number | null> => {
  const row = await db.get<{ since: number | null }>`
    select min(updated_at) as since from task where status = 'open'
  `;
  return row?.since ?? null;
};
