import { type BackgroundJob, sweepPauseMs } from '../background-job.ts';
import type { Slice } from '../slice.ts';
import type { StateParts } from './get-state.ts';
import { SessionRetention } from './retention.ts';
import { bindSessions } from './routes.ts';
import { SessionDeletion } from './session-deletion.ts';
import { watchStalls } from './watch-stalls.ts';

export const sessions = (stateParts: StateParts): Slice => ({
  sessionTables: [
    { name: 'observer', atOnce: 'after the session' },
    { name: 'token', atOnce: 'after the session' },
  ],
  backgroundJobs(background) {
    const { pollInterval, storage, closing, retainMs, abandonedMs, watchPauseMs } = background;
    const deletion = new SessionDeletion(background.sessionTables);
    const retention = new SessionRetention({ ...background, deletion });
    const retentionJob: BackgroundJob = {
      name: 'a step of the retention',
      pauseMs: () => pollInterval(sweepPauseMs),
      run: () => retention.step(),
    };
    const deletionJob: BackgroundJob = {
      name: 'sweeping deleted sessions',
      pauseMs: () => pollInterval(sweepPauseMs),
      run: async () => {
        while (!closing.aborted && (await storage.write((tx) => deletion.sweep(tx), { concurrent: true }))) {
          storage.noteDeletion();
        }
      },
    };
    return [
      deletionJob,
      {
        name: 'a round of the watch for stalled sessions',
        pauseMs: () => pollInterval(watchPauseMs),
        run: () => watchStalls(background),
      },
      ...(retainMs === undefined && abandonedMs === undefined ? [] : [retentionJob]),
    ];
  },
  bind(service) {
    bindSessions({ ...service, stateParts, deletion: new SessionDeletion(service.sessionTables) });
  },
});
