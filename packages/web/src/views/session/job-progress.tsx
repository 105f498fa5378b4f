import { type JobProgress, type JobSummary, visibleLine } from '@pairspace/protocol';
import { useStore } from '../../lib/use-store.ts';
import type { PanelProps } from './place.ts';

/** The progress of a job: the last live report, or else the progress in the job's record. */
const progressOf = ({ feed, moment }: PanelProps, job: JobSummary): JobProgress | null =>
  (moment.isPast ? undefined : feed.jobProgress.get(job.id)) ?? job.progress;

/** A progress bar for a running job that reports its progress. */
export const JobProgressBar = ({ shared, job }: { shared: PanelProps; job: JobSummary }) => {
  useStore(shared.feed);
  const progress = job.status === 'running' ? progressOf(shared, job) : null;
  if (!progress) return null;
  const percent = `${String(Math.round(progress.fraction * 100))} %`;
  return (
    <span class="job-progress">
      <progress value={progress.fraction} max={1} aria-label="Progress" />
      <span class="num dim">{percent}</span>
      {progress.message !== null && <span class="dim cut">{visibleLine(progress.message)}</span>}
    </span>
  );
};
