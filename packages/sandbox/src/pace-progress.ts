import { Pacer } from './pacer.ts';
import type { JobProgress } from './sandbox.ts';

const pauseMs = 260;

/**
 * Passes on the progress of a job less often than four times a second. It passes on the newest report and drops those
 * between. When `send` rejects, it passes on nothing more.
 */
export const paceProgress = (send: (progress: JobProgress) => Promise<void>) => {
  let newest: JobProgress | undefined;
  const pacer = new Pacer({
    hasMore: () => newest !== undefined,
    async send() {
      const progress = newest;
      newest = undefined;
      if (progress) await send(progress);
      return pauseMs;
    },
  });
  return {
    add(progress: JobProgress): void {
      newest = progress;
      pacer.schedule();
    },
    /** Passes on the last report at once: the record of the job keeps it. */
    end: () => pacer.end({ flushed: true }),
  };
};
