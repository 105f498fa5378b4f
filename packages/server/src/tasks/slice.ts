import { Repeat } from '../lib/repeat.ts';
import type { Service, Slice } from '../slice.ts';
import { countTasks, oldestOpenSince } from './count-tasks.ts';
import { watchLeases } from './expire-leases.ts';
import { bindTasks } from './routes.ts';

export const tasks: Slice = {
  sessionTables: [
    { name: 'task', later: { key: ['id'], isLarge: true } },
    { name: 'task_dependency', later: { key: ['task_id', 'depends_on'] } },
    { name: 'task_change', later: { key: ['number', 'seq'] } },
  ],
  start({ storage, now, closing, metrics, log, pollInterval, watchPauseMs }) {
    measureTasks({ metrics, read: storage.read, now });
    const countEnd = metrics.counter('pairspace_task_leases_total', 'Leases of tasks that ran out', 'outcome');
    const onExpired = (): void => {
      countEnd('expired');
    };
    return new Repeat(() => watchLeases({ storage, now, closing, onExpired }), {
      pauseMs: () => pollInterval(watchPauseMs),
      onError: (err) => {
        log.error({ err }, 'a round of the watch of leases of tasks failed');
      },
    });
  },
  bind: bindTasks,
};

const measureTasks = ({ metrics, read, now }: Pick<Service, 'metrics' | 'read' | 'now'>): void => {
  metrics.gauge('pairspace_tasks_open', 'Tasks that nobody owns', () => countTasks(read, 'open'));
  metrics.gauge('pairspace_tasks_working', 'Tasks that have an owner', () => countTasks(read, 'working'));
  metrics.gauge('pairspace_tasks_open_age_seconds', 'Age of the task that waits longest for an owner', async () => {
    const since = await oldestOpenSince(read);
    return since === null ? 0 : Math.max(0, now() - since) / 1000;
  });
};
