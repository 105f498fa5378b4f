import type { JobSummary } from '@pairspace/protocol';
import { JobCard } from '../../content/job-card.tsx';
import { duration } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { JobProgressBar } from './job-progress.tsx';
import { Untaken } from './untaken.tsx';
import { useMoment } from './shown.ts';

const RunningFor = ({ since }: { since: string }) => {
  const now = useNow(1000);
  return <>{duration(Math.max(0, now - Date.parse(since)))}</>;
};

/** The card of a job in its present state, at the entry that submitted the job. */
export const LiveJobCard = ({ job }: { job: JobSummary }) => {
  const moment = useMoment();
  const newest = moment.state.jobs.get(job.id) ?? job;
  const { status, startedAt } = newest;
  return (
    <JobCard job={{ ...newest, outputCount: newest.outputs.length }}>
      {status === 'running' && startedAt !== null && (
        <span class="dim">
          <RunningFor since={startedAt} />
        </span>
      )}
      <Untaken job={newest} />
      <JobProgressBar job={newest} />
    </JobCard>
  );
};
