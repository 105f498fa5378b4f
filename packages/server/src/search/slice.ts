import { lookPauseMs } from '../background-job.ts';
import type { Slice } from '../slice.ts';
import { openFinder } from './finder.ts';
import { followLogs } from './follow-log.ts';
import { bindSearch } from './routes.ts';

export const search: Slice = {
  sessionTables: [
    { name: 'unindexed', atOnce: 'after the session' },
    { name: 'search_entry', later: { key: ['id'] } },
  ],
  backgroundJobs: ({ storage, pollInterval }) => [
    {
      name: 'indexing what has changed',
      pauseMs: () => pollInterval(lookPauseMs),
      run: () => followLogs({ storage, read: storage.read }),
    },
  ],
  async start(service) {
    const finder = await openFinder(service);
    bindSearch({ ...service, find: (query) => finder.find(query) });
    return finder;
  },
};
