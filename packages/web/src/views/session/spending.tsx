import type { JobSummary } from '@pairspace/protocol';
import { count, creditsText } from '../../lib/format.ts';
import { Name, shadeOf } from '../../ui/who.tsx';
import type { PanelProps } from './place.ts';

/** Credits by agent, from the jobs: what was used, or is held back while they run. */
export const creditsByAgent = (jobs: Iterable<JobSummary>): Map<string, { name: string; credits: number }> => {
  const sums = new Map<string, { name: string; credits: number }>();
  for (const { submittedBy, credits, cost, status } of jobs) {
    const spent = status === 'pending' || status === 'running' ? cost : credits;
    const before = sums.get(submittedBy.agentId);
    sums.set(submittedBy.agentId, { name: submittedBy.agentName, credits: (before?.credits ?? 0) + spent });
  }
  return sums;
};

type Spenders = readonly (readonly [agentId: string, { name: string; credits: number }])[];

interface CreditsMeterProps {
  spenders: Spenders;
  used: number;
  total: number;
  seats: ReadonlyMap<string, unknown>;
}

const CreditsMeter = ({ spenders, used, total, seats }: CreditsMeterProps) => (
  <div
    class="meter"
    role="meter"
    aria-label="Credits used"
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={Math.round(used)}
  >
    {spenders.map(([agentId, { credits }]) => (
      <i
        key={agentId}
        class={shadeOf(agentId, seats)}
        style={{ width: `${String((100 * credits) / Math.max(total, used, 1))}%` }}
      />
    ))}
  </div>
);

/** The budget as a bar, split by who spent it. */
export const Spending = ({ moment, isLong = false }: PanelProps & { isLong?: boolean }) => {
  const { pool, jobs, seats } = moment.state;
  if (!pool) return null;
  const spenders = [...creditsByAgent(jobs.values())];
  const used = spenders.reduce((sum, [, { credits }]) => sum + credits, 0);
  const running = [...jobs.values()].filter(({ status }) => status === 'running').length;
  return (
    <div class="spending">
      <div class="row">
        <span>Used</span>
        <b class="num">
          {creditsText(used)} of {creditsText(pool.totalCredits)}
        </b>
      </div>
      <CreditsMeter spenders={spenders} used={used} total={pool.totalCredits} seats={seats} />
      {isLong &&
        spenders.map(([agentId, { name, credits }]) => (
          <div class={`row ${shadeOf(agentId, seats)}`} key={agentId}>
            <span class="cut">
              <span class="swatch" aria-hidden="true" /> <Name>{name}</Name>
            </span>
            <b class="num">{creditsText(credits)}</b>
          </div>
        ))}
      {running > 0 && (
        <div class="row">
          <span>Running</span>
          <b class="num">{count(running)}</b>
        </div>
      )}
    </div>
  );
};
