import type { Slice } from '../slice.ts';
import type { OfflineRules } from './mark-offline.ts';
import { bindPresence } from './routes.ts';
import { watchPresence } from './watch.ts';

/** Presence as a slice; what an absence does to the session is decided where sessions are at home. */
export const presence = (rules: Pick<OfflineRules, 'pauseSession'>): Slice => ({
  sessionTables: [{ name: 'presence', atOnce: 'before the session' }],
  backgroundJobs: ({ watchPauseMs, pollInterval, ...background }) => [
    {
      name: 'a round of the presence watch',
      pauseMs: () => pollInterval(watchPauseMs),
      run: () => watchPresence({ ...background, ...rules }),
    },
  ],
  bind(service) {
    bindPresence({ ...service, ...rules });
  },
});
