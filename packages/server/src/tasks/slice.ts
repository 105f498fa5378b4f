import type { Background } from '../background-job.ts';
import type { Slice } from '../slice.ts';
import { countTasks, oldestOpenSince } from './count-tasks.ts';
import { watchLeases } from './expire-leases.ts';
import { bindTasks } from './routes.ts';

export const tasks: Slice = {
  sessionTables: [
    { name: 'task', later: { key: ['id'], isLarge: true } },
    { name: 'task_dependency', later: { key: ['task_id', 'depends_on'] } },
  ],
  backgroundJobs(background) {
    const { pollInterval, watchPauseMs } = background;
    const countEnd = measureTasks(background);
    const onExpired = (): void => {
      countEnd('expired');
    };
    return [
      {
        name: 'a round of the watch of leases of tasks',
        pauseMs: () => pollInterval(watchPauseMs),
        run: () => watchLeases({ ...background, onExpired }),
      },
    ];
  },
  bind: bindTasks,
};

const measureTasks = ({ metrics, storage: { read }, now }: Background) => {
  metrics.gauge('pairspace_tasks_open', 'Tasks that nobody owns', () => countTasks(read, 'open'));
  metrics.gauge('pairspace_tasks_working', 'Tasks that have an owner', () => countTasks(read, 'working'));
  metrics.gauge('pairspace_tasks_open_age_seconds', 'Age of the task that waits longest for an owner', async () => {
    const since = await oldestOpenSince(read);
    return since === null ? 0 : Math.max(0, now() - since) / 1000;
  });
  return metrics.counter('pairspace_task_leases_total', 'Leases of tasks that ran out');
};
