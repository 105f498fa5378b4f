import type { Slice } from '../slice.ts';
import { watchUnread } from './mark-unread.ts';
import { bindInbox } from './routes.ts';

export const inbox: Slice = {
  sessionTables: [
    { name: 'inbox', later: { key: ['agent_id', 'seq'] } },
    { name: 'unread_mention', later: { key: ['agent_id', 'seq'] } },
  ],
  backgroundJobs: ({ unreadAfterMs, watchPauseMs, pollInterval, ...background }) =>
    unreadAfterMs === undefined
      ? []
      : [
          {
            name: 'a round of the watch for unread messages',
            pauseMs: () => pollInterval(watchPauseMs),
            run: () => watchUnread({ ...background, unreadAfterMs }),
          },
        ],
  bind: bindInbox,
};
