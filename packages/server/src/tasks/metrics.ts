import type { Metrics } from '../http/transport/metrics.ts';
import type { Queries } from '../storage/storage.ts';

interface TaskCounts {
  open: number;
  working: number;
  /** When the task that nobody has claimed for longest became open; null without one. */
  since: number | null;
}

const countTasks = async (db: Queries): Promise<TaskCounts> => {
  const counts = await db.get<TaskCounts>`
    select (select count(*) from task where status = 'open') as open,
      (select count(*) from task where status = 'working') as working,
      (select min(updated_at) from task where status = 'open') as since
  `;
  return counts ?? { open: 0, working: 0, since: null };
};

/** Shows how much work waits and how long (TASK-20). */
export const measureTasks = (metrics: Metrics, read: Queries, now: () => number): void => {
  let counting: Promise<TaskCounts> | undefined;
  const count = async (): Promise<TaskCounts> => {
    counting ??= countTasks(read);
    try {
      return await counting;
    } finally {
      counting = undefined;
    }
  };
  metrics.gauge('pairspace_tasks_open', 'Tasks that nobody owns', async () => (await count()).open);
  metrics.gauge('pairspace_tasks_working', 'Tasks that have an owner', async () => (await count()).working);
  metrics.gauge('pairspace_tasks_open_age_seconds', 'Age of the task that waits longest for an owner', async () => {
    const { since } = await count();
    return since === null ? 0 : Math.max(0, now() - since) / 1000;
  });
};
