import type { ComponentChildren } from 'preact';
import { type Budget, budgetNow, budgetOf, creditsOverTime } from '../../lib/budget.ts';
import { creditsText } from '../../lib/format.ts';
import { shadeOf } from '@pairspace/protocol/site';
import { Avatar, Name } from '../../ui/who.tsx';
import { useMoment, useShown } from './shown.ts';

const CreditsMeter = ({ used, reserved, total, byAgent }: Budget) => {
  const widthOf = (credits: number): string => `${String((100 * credits) / Math.max(total, used + reserved, 1))}%`;
  return (
    <div
      class="meter"
      role="meter"
      aria-label="Credits used"
      aria-valuemin={0}
      aria-valuemax={Math.max(total, used)}
      aria-valuenow={used}
    >
      {byAgent.map(({ agentId, credits }) => (
        <i key={agentId} class={shadeOf(agentId)} style={{ width: widthOf(credits) }} />
      ))}
      <i class="is-reserved" style={{ width: widthOf(reserved) }} />
    </div>
  );
};

const moments = 60;
const height = 40;

/** A chart of the used credits over time, with one area for each agent above the other. */
const CreditsChart = () => {
  const moment = useMoment();
  const series = creditsOverTime(moment.state.jobs.values(), moments);
  const most = series.reduce((sum, { sums }) => sum + (sums.at(-1) ?? 0), 0);
  if (most === 0) return null;
  const base = Array.from({ length: moments }, () => 0);
  const yOf = (credits: number): string => (height - (height * credits) / most).toFixed(1);
  return (
    <svg
      class="credits-chart"
      viewBox={`0 0 ${String(moments - 1)} ${String(height)}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Credits used over time, by agent"
    >
      {series.map(({ agentId, sums }) => {
        const below = base.map((credits, at) => `${String(at)},${yOf(credits)}`).reverse();
        for (const [at, credits] of sums.entries()) base[at] = (base[at] ?? 0) + credits;
        const above = base.map((credits, at) => `${String(at)},${yOf(credits)}`);
        return <polygon key={agentId} class={shadeOf(agentId)} points={[...above, ...below].join(' ')} />;
      })}
    </svg>
  );
};

/** The avatar of an agent, in the colour of its part of the meter. */
const Spender = ({ agentId, agentName }: Budget['byAgent'][number]) => (
  <Avatar name={agentName} shade={shadeOf(agentId)} small />
);

const Sum = ({ says, children }: { says: ComponentChildren; children: ComponentChildren }) => (
  <div class="row">
    <span class="cut">{says}</span>
    <b class="num">{children}</b>
  </div>
);

/** The used part of the budget, by agent, the reserved and the remaining part. */
export const Spending = ({ isLong = false }: { isLong?: boolean }) => {
  const { feed, moment } = useShown();
  const { pool, jobs } = moment.state;
  if (!pool) return null;
  const budget = moment.isPast ? budgetOf(pool, jobs.values()) : budgetNow(pool, feed.usage);
  const spenders = budget.byAgent.filter(({ credits }) => credits > 0);
  return (
    <div class="spending">
      <CreditsMeter {...budget} />
      {isLong && <CreditsChart />}
      <Sum says={<>Used {!isLong && spenders.map((one) => <Spender key={one.agentId} {...one} />)}</>}>
        {creditsText(budget.used)}
      </Sum>
      {isLong &&
        spenders.map((one) => (
          <Sum
            key={one.agentId}
            says={
              <>
                <Spender {...one} /> <Name>{one.agentName}</Name>
              </>
            }
          >
            {creditsText(one.credits)}
          </Sum>
        ))}
      <Sum
        says={
          <>
            <i class="swatch is-reserved" aria-hidden="true" /> Reserved
          </>
        }
      >
        {creditsText(budget.reserved)}
      </Sum>
      <Sum says="Left">
        {creditsText(budget.left)} of {creditsText(budget.total)}
      </Sum>
    </div>
  );
};
