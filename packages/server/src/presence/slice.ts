import type { Slice } from '../slice.ts';
import type { OfflineRules } from './mark-offline.ts';
import { bindPresence } from './routes.ts';
import { watchPresence } from './watch.ts';

/** The slice of presence. The slice of sessions decides how an absence changes a session. */
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
