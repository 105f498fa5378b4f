import type { Sandbox, SandboxEvent } from '@pairspace/sandbox';
import type { Logger } from 'pino';
import { sandboxTypes } from '@pairspace/protocol';
import type { Metrics } from '../http/transport/metrics.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';

interface WaitingJobs {
  runtime: string;
  jobs: number;
  /** When the oldest of the jobs was queued. */
  since: number;
}

/** Jobs that wait, by runtime; the types of workers, which anyone can make up, count as one. */
export const countWaitingJobs = (db: Queries): Promise<WaitingJobs[]> =>
  db.all<WaitingJobs>(
    ...statement(sql`
      select case when ${isIn(sql`type`, sandboxTypes)} then type else 'worker' end as runtime, count(*) as jobs,
        min(queued_at) as since
      from job where status = 'pending' group by 1
    `),
  );

/** Publishes the length and the age of the queue (JOB-31). */
export const measureQueue = (metrics: Metrics, read: Queries, now: () => number): void => {
  const each = async (value: (waiting: WaitingJobs) => number): Promise<[string, number][]> =>
    (await countWaitingJobs(read)).map((waiting) => [waiting.runtime, value(waiting)]);
  metrics.gauges('pairspace_jobs_pending', 'Jobs that wait, by runtime', 'runtime', () => each(({ jobs }) => jobs));
  metrics.gauges('pairspace_jobs_pending_age_seconds', 'Age of the job that waits longest, by runtime', 'runtime', () =>
    each(({ since }) => Math.max(0, now() - since) / 1000),
  );
};

/** Counts the events of the sandbox, and logs those that an operator must know. */
export const listenToSandbox = (metrics: Metrics, log: Logger): ((event: SandboxEvent) => void) => {
  const boots = metrics.counter('pairspace_sandbox_boots_total', 'Children of the sandbox that were booted', 'runtime');
  const ends = metrics.counter('pairspace_sandbox_jobs_total', 'Jobs that ended in the sandbox, by reason', 'reason');
  let childrenMb = 0;
  metrics.gauge('pairspace_sandbox_memory_mb', 'Memory that the children of the sandbox occupy', () => childrenMb);
  return (event) => {
    if (event.type === 'child_booted') boots(event.runtime);
    else if (event.type === 'job_ended') ends(event.reason ?? 'completed');
    else if (event.type === 'memory') childrenMb = event.childrenMb;
    else if (event.type === 'runtime_available') log.debug(event, 'a runtime has passed its self-test');
    else log.warn(event, warnings[event.type]);
  };
};

/** Publishes which runtimes of this process take jobs. */
export const measureRuntimes = (metrics: Metrics, sandbox: Pick<Sandbox, 'runtimes'>): void => {
  metrics.gauges(
    'pairspace_sandbox_runtimes',
    '1: the runtime takes jobs, 0: it could not be tested and is tested again, -1: a wall did not hold',
    'runtime',
    () =>
      Promise.resolve(
        sandbox.runtimes.map(({ name, available, retryAt }) => [name, available ? 1 : retryAt === null ? -1 : 0]),
      ),
  );
};

const warnings = {
  wall_missing: 'a wall of the sandbox cannot be put up on this machine',
  runtime_refused: 'a wall of a runtime did not hold, and the runtime is switched off',
  runtime_untested: 'a runtime could not be tested; it runs no jobs until a later test passes',
  boot_failed: 'a child of the sandbox did not boot',
} as const;
