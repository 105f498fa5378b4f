import { Repeat } from '../lib/repeat.ts';
import type { Slice } from '../slice.ts';
import { watchLeases } from './expire-leases.ts';
import { measureTasks } from './metrics.ts';
import { bindTasks } from './routes.ts';

export const tasks: Slice = {
  sessionTables: [
    { name: 'task', later: { key: ['id'], isLarge: true } },
    { name: 'task_dependency', later: { key: ['task_id', 'depends_on'] } },
    { name: 'task_change', later: { key: ['number', 'seq'] } },
  ],
  start({ storage, now, closing, metrics, log, pollInterval, watchPauseMs }) {
    measureTasks(metrics, storage.read, now);
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
