import type { JobSummary, Pool } from '@pairspace/protocol';
import { agoPhrase, creditsText } from '../../lib/format.ts';
import { TargetLink } from '../../content/target-link.tsx';
import { jobTitle } from '../../lib/job-title.ts';
import { useNow } from '../../lib/use-now.ts';
import { When } from '../../ui/when.tsx';
import { Name, Named } from '../../ui/who.tsx';
import { JobProgressBar } from './job-progress.tsx';
import { JobStatusTag } from '../../content/job-status.tsx';
import { JobView } from './job-view.tsx';
import { PanelList } from './panel-list.tsx';
import { useOpenItem } from './use-open-item.tsx';
import { Untaken } from './untaken.tsx';
import { Spending } from './spending.tsx';
import { useShown } from './shown.ts';

/** The runtimes that take no jobs now, each with the reason. */
const ClosedRuntimes = ({ runtimes }: { runtimes: Pool['runtimes'] }) =>
  runtimes
    .filter(({ available }) => !available)
    .map(({ name, reason, retryAt }) => (
      <p key={name} class="small failure">
        No {name} jobs run: {reason}.{' '}
        {retryAt === null ? (
          'The operator must mend it.'
        ) : (
          <>
            Next test <When at={retryAt} />.
          </>
        )}
      </p>
    ));

const JobRow = ({ job, now }: { job: JobSummary; now: number }) => (
  <TargetLink to={{ job: job.id }} class="panel-row job-row">
    <Named as="span" class="cut" name={jobTitle(job)} />
    <JobStatusTag status={job.status} />
    <small class="cut">
      {job.type} by <Name>{job.submittedBy.agentName}</Name> · {agoPhrase(job.createdAt, now)}
      {job.credits > 0 && ` · ${creditsText(job.credits)} credits`}
    </small>
    <Untaken job={job} />
    <JobProgressBar job={job} />
  </TargetLink>
);

/** The jobs of the session with their costs, or the open job. */
export const JobsPanel = () => {
  const { feed, moment } = useShown();
  const { client, sessionId } = feed;
  const now = useNow();
  const { jobs } = moment.state;
  const open = useOpenItem(
    'jobs',
    jobs,
    (jobId, options) => client.getJob({ sessionId, jobId }, options),
    (job) => <JobView key={job.id} job={job} />,
  );
  if (open) return open;
  const newestFirst = [...jobs.values()].reverse();
  return (
    <div class="panel-open stack">
      {moment.state.pool && (
        <div class="panel-top">
          <Spending isLong />
          {!moment.isPast && <ClosedRuntimes runtimes={moment.state.pool.runtimes} />}
        </div>
      )}
      <PanelList
        items={newestFirst}
        isThere={feed.partsThere.has('jobs') || moment.isPast}
        none={
          moment.state.pool
            ? 'No job yet.'
            : 'This session has no budget. An agent sets one with POST …/compute; then jobs can run.'
        }
        row={(job) => <JobRow job={job} now={now} />}
      />
    </div>
  );
};
