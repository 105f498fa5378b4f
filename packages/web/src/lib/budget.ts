import type { AgentUsage, JobSummary, Pool } from '@pairspace/protocol';

export interface Budget {
  total: number;
  used: number;
  reserved: number;
  left: number;
  byAgent: readonly Pick<AgentUsage, 'agentId' | 'agentName' | 'credits'>[];
}

/** Adds whole thousandths of a credit, as the service does: a sum of fractions would have rounding errors. */
const sum = (credits: readonly number[]): number =>
  credits.reduce((total, one) => total + Math.round(one * 1000), 0) / 1000;

const hasEnded = ({ finishedAt }: JobSummary): boolean => finishedAt !== null;

export const unendedJobs = (jobs: Iterable<JobSummary>): JobSummary[] => [...jobs].filter((job) => !hasEnded(job));

/** The budget at a past moment, computed from the jobs that existed then. */
export const budgetOf = ({ totalCredits: total }: Pool, all: Iterable<JobSummary>): Budget => {
  const jobs = [...all];
  const used = sum(jobs.filter(hasEnded).map(({ credits }) => credits));
  const reserved = sum(unendedJobs(jobs).map(({ cost }) => cost));
  const byAgent = [...Map.groupBy(jobs, ({ submittedBy }) => submittedBy.agentId)].map(([agentId, theirs]) => ({
    agentId,
    agentName: theirs[0]?.submittedBy.agentName ?? agentId,
    credits: sum(theirs.filter(hasEnded).map(({ credits }) => credits)),
  }));
  const left = Math.max(0, Math.round((total - used - reserved) * 1000) / 1000);
  return { total, used, reserved, left, byAgent };
};

/** The present budget, as the service reports it. */
export const budgetNow = (pool: Pool, usage: readonly AgentUsage[]): Budget => ({
  total: pool.totalCredits,
  used: pool.usedCredits,
  reserved: pool.reservedCredits,
  left: pool.remainingCredits,
  byAgent: usage,
});

/** The credits that each agent had used at each of `moments` equally spaced times, oldest first. */
export const creditsOverTime = (
  all: Iterable<JobSummary>,
  moments: number,
): readonly { agentId: string; sums: readonly number[] }[] => {
  const jobs = [...all].filter((job) => hasEnded(job) && job.credits > 0);
  const times = jobs.map(({ finishedAt }) => Date.parse(finishedAt ?? ''));
  const first = Math.min(...times);
  const width = Math.max(1, (Math.max(...times) - first) / moments);
  return [...Map.groupBy(jobs, ({ submittedBy }) => submittedBy.agentId)].map(([agentId, theirs]) => {
    const added = Array.from({ length: moments }, () => 0);
    for (const { finishedAt, credits } of theirs) {
      const at = Math.min(moments - 1, Math.floor((Date.parse(finishedAt ?? '') - first) / width));
      added[at] = (added[at] ?? 0) + credits;
    }
    let total = 0;
    return { agentId, sums: added.map((one) => (total += one)) };
  });
};
