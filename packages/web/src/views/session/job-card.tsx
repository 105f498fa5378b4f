import type { JobSummary } from '@pairspace/protocol';
import { count, duration, plural } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { visibleLine } from '../../lib/visible.ts';
import { JobProgressBar } from './job-progress.tsx';
import { JobStatusTag } from './job-status.tsx';
import type { Shared } from './place.ts';

const RunningFor = ({ since }: { since: string }) => {
  const now = useNow(1000);
  return <>{duration(Math.max(0, now - Date.parse(since)))}</>;
};

/** A job where it was submitted, as it stands now. */
export const JobCard = ({ shared, job }: { shared: Shared; job: JobSummary }) => {
  const newest = shared.moment.state.jobs.get(job.id) ?? job;
  const { status, usage, credits, startedAt, exitCode, error, outputs } = newest;
  return (
    <button
      type="button"
      class="card job-card"
      data-status={status}
      onClick={() => {
        shared.show({ panel: 'jobs', open: job.id });
      }}
    >
      <JobStatusTag status={status} />
      <span class="mono">{visibleLine(job.type)}</span>
      {status === 'running' && startedAt !== null && (
        <span class="dim">
          <RunningFor since={startedAt} />
        </span>
      )}
      <JobProgressBar shared={shared} job={newest} />
      {status !== 'running' && status !== 'pending' && (
        <span class="dim">
          {duration(usage.wallMs)} · {count(credits)} credits
          {exitCode !== null && exitCode !== 0 && ` · exit ${String(exitCode)}`}
          {outputs.length > 0 && ` · ${plural(outputs.length, 'file')}`}
        </span>
      )}
      {error && <span class="failure cut">{visibleLine(error.message)}</span>}
    </button>
  );
};
