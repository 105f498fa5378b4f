import { type BackgroundJob, sweepJob, sweepPauseMs } from '../background-job.ts';
import type { Slice } from '../slice.ts';
import { carryOutEnds } from './end-made.ts';
import { giveUpAbandoned } from './import/staging.ts';
import { SessionRetention } from './retention.ts';
import { bindSessions, type SessionParts } from './routes.ts';
import { SessionDeletion } from './session-deletion.ts';
import { watchStalls } from './watch-stalls.ts';

/** The slice of sessions, with the operations that other slices give to it. */
export const sessions = (parts: SessionParts): Slice => ({
  sessionTables: [
    { name: 'observer', atOnce: 'after the session' },
    { name: 'token', atOnce: 'after the session' },
    { name: 'origin', atOnce: 'after the session' },
    { name: 'session_import', atOnce: 'after the session' },
  ],
  backgroundJobs(background) {
    const { pollInterval, storage, closing, retainMs, abandonedMs, watchPauseMs } = background;
    const deletion = new SessionDeletion(background.sessionTables);
    const retention = new SessionRetention({ ...background, deletion });
    const sweep = (name: string, run: BackgroundJob['run']): BackgroundJob => ({
      name,
      pauseMs: () => pollInterval(sweepPauseMs),
      run,
    });
    return [
      sweep('sweeping deleted sessions', async () => {
        while (!closing.aborted && (await storage.write((tx) => deletion.sweep(tx), { concurrent: true }))) {
          storage.noteDeletion();
        }
      }),
      sweepJob(background, 'giving up imports that have stopped', giveUpAbandoned),
      {
        name: 'a round of the watch for stalled sessions',
        pauseMs: () => pollInterval(watchPauseMs),
        run: () => watchStalls(background),
      },
      sweep('carrying out the end of keys', () => carryOutEnds(background)),
      ...(retainMs === undefined && abandonedMs === undefined
        ? []
        : [sweep('a step of the retention', () => retention.step())]),
    ];
  },
  bind(service) {
    bindSessions({ ...service, ...parts, deletion: new SessionDeletion(service.sessionTables) });
  },
});
