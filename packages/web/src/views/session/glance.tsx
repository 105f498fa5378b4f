import { shadeOf } from '@pairspace/protocol/site';
import { budgetNow } from '../../lib/budget.ts';
import { creditsText, plural } from '../../lib/format.ts';
import { Avatar, Named } from '../../ui/who.tsx';
import { useActivities } from './use-activities.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

const mostShown = 6;

/** The activity of each agent and the cost, for a phone, where the panel of the agents is behind a tab. */
export const Glance = () => {
  const { feed, moment, show } = useShown();
  const { seats, pool } = moment.state;
  const activityOf = useActivities();
  if (seats.size === 0) return null;
  const budget = pool && feed.partsThere.has('pool') ? budgetNow(pool, feed.usage) : undefined;
  return (
    <Button class="glance narrow-only" act={calling(show, { panel: 'who', open: undefined })}>
      {[...seats.values()].slice(0, mostShown).map(({ agentId, agentName }) => (
        <span key={agentId}>
          <Avatar
            name={agentName}
            shade={shadeOf(agentId)}
            presence={feed.presence.get(agentId)?.status ?? 'unknown'}
            small
          />
          <span class="cut">
            <Named as="b" name={agentName} /> {activityOf(agentId)}
          </span>
        </span>
      ))}
      {budget && budget.total > 0 && (
        <span class="faint">
          <b class="num">{creditsText(budget.used)}</b> of {creditsText(budget.total)} credits used
        </span>
      )}
      {seats.size > mostShown && <span class="faint">and {plural(seats.size - mostShown, 'more agent')}</span>}
    </Button>
  );
};
