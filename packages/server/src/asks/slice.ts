import type { Background } from '../background-job.ts';
import type { Slice } from '../slice.ts';
import { watchAsks } from './expire-asks.ts';
import { bindAsks } from './routes.ts';

export const asks: Slice = {
  backgroundJobs(background) {
    const { pollInterval, watchPauseMs } = background;
    const countEnd = measureAsks(background);
    const onExpired = (): void => {
      countEnd('expired');
    };
    return [
      {
        name: 'a round of the watch of asks',
        pauseMs: () => pollInterval(watchPauseMs),
        run: () => watchAsks({ ...background, onExpired }),
      },
    ];
  },
  bind: bindAsks,
};

const measureAsks = ({ metrics, storage: { read } }: Background) => {
  metrics.gauge('pairspace_asks_open', 'Asks that wait for a person', async () => {
    const row = await read.get<{ asks: number }>`
      select count(*) as asks from entity where kind = 'ask' and ended_at is null
    `;
    return row?.asks ?? 0;
  });
  return metrics.counter('pairspace_asks_expired_total', 'Asks that nobody answered in time');
};
