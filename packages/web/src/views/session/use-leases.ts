import { useLoaded } from '../../lib/use-loaded.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
import { useShown } from './shown.ts';

const renewMs = 30_000;

/**
 * Returns the end of the lease of each task in work, by task id, as an ISO time. The ends come from the service,
 * because signs of life that prolong a lease are not in the log. The map is empty where no lease ends: in the past, and
 * in a session that is paused or completed.
 */
export const useLeases = (): ReadonlyMap<string, string> => {
  const { feed, moment } = useShown();
  const { session, tasks } = moment.state;
  const working = [...tasks.values()].filter(({ status }) => status === 'working');
  const isRunning = !moment.isPast && session?.status !== 'paused' && session?.status !== 'completed';
  const [turn] = useRefresh(renewMs);
  const isNeeded = isRunning && working.length > 0;
  const { value } = useLoaded(async () => {
    if (!isNeeded) return [];
    const { items } = await feed.client.listTasks({ sessionId: feed.sessionId, status: 'working', limit: 200 });
    return items;
  }, [feed, isNeeded, turn]);
  if (!isRunning) return new Map();
  const read = new Map(value?.map(({ id, leaseUntil }) => [id, leaseUntil ?? '']));
  return new Map(working.map(({ id, leaseUntil }) => [id, [leaseUntil ?? '', read.get(id) ?? ''].sort().at(-1) ?? '']));
};
