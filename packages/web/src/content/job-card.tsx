import { type JobSummary, visibleLine } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { creditsText, duration, plural } from '../lib/format.ts';
import { JobStatusTag } from './job-status.tsx';
import { TargetLink } from './target-link.tsx';

/** The fields of a job on its card. Jobs of workers may lack values that the sandbox measures. */
export type CardJob = Pick<JobSummary, 'id' | 'type' | 'status' | 'credits'> &
  Partial<Pick<JobSummary, 'usage' | 'exitCode'>> & { error: { message: string } | null; outputCount: number };

/** How a job ended. */
const Ending = ({ job: { usage, credits, exitCode = null, error, outputCount } }: { job: CardJob }) => (
  <span class="dim">
    {usage && `${duration(usage.wallMs)} · `}
    {creditsText(credits)} credits
    {exitCode !== null && exitCode !== 0 && error === null && ` · exit ${String(exitCode)}`}
    {outputCount > 0 && ` · ${plural(outputCount, 'file')}`}
  </span>
);

/** The card of a job, at the entry that submitted the job. `children` show the progress while the job runs. */
export const JobCard = ({ job, children }: { job: CardJob; children?: ComponentChildren }) => (
  <TargetLink to={{ job: job.id }} class="card job-card line wrap">
    <JobStatusTag status={job.status} />
    <span class="mono">{visibleLine(job.type)}</span>
    {children}
    {job.status !== 'running' && job.status !== 'pending' && <Ending job={job} />}
    {job.error && <span class="failure cut">{visibleLine(job.error.message)}</span>}
  </TargetLink>
);
