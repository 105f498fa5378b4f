import { type JobSummary, visibleLine } from '@pairspace/protocol';
import { useStore } from '../../lib/use-store.ts';
import { useShown } from './shown.ts';

/** A progress bar for a running job that reports its progress: the last live report, or else that of its record. */
export const JobProgressBar = ({ job }: { job: JobSummary }) => {
  const { feed, moment } = useShown();
  useStore(feed);
  const progress =
    job.status === 'running' ? ((moment.isPast ? undefined : feed.jobProgress.get(job.id)) ?? job.progress) : null;
  if (!progress) return null;
  const percent = `${String(Math.round(progress.fraction * 100))} %`;
  return (
    <span class="job-progress line">
      <progress value={progress.fraction} max={1} aria-label="Progress" />
      <span class="num dim">{percent}</span>
      {progress.message !== null && <span class="dim cut">{visibleLine(progress.message)}</span>}
    </span>
  );
};
