import type { JobStatus } from '@pairspace/protocol';

const looks: Readonly<Record<JobStatus, readonly [string, string]>> = {
  pending: ['queued', 'wait'],
  running: ['running', ''],
  completed: ['done', 'live'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', ''],
};

export const JobStatusTag = ({ status }: { status: JobStatus }) => (
  <span class="pill" data-tone={looks[status][1]}>
    {status === 'running' && <span class="spinner" aria-hidden="true" />}
    {looks[status][0]}
  </span>
);
