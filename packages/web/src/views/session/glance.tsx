import { shadeOf } from '@pairspace/protocol/site';
import { budgetNow } from '../../lib/budget.ts';
import { creditsText } from '../../lib/format.ts';
import { Avatar, Name } from '../../ui/who.tsx';
import { activities } from './activities.ts';
import type { PanelProps } from './place.ts';

/** The activity of each agent and the cost, for a phone, where the panel of the agents is behind a tab. */
export const Glance = (shared: PanelProps) => {
  const { feed, moment, show } = shared;
  const { seats, pool } = moment.state;
  const activityOf = activities(shared);
  if (seats.size === 0) return null;
  const budget = pool && feed.partsThere.has('pool') ? budgetNow(pool, feed.usage) : undefined;
  return (
    <button
      type="button"
      class="glance narrow-only"
      onClick={() => {
        show({ panel: 'who', open: undefined });
      }}
    >
      {[...seats.values()].map(({ agentId, agentName }) => (
        <span key={agentId}>
          <Avatar
            name={agentName}
            shade={shadeOf(agentId)}
            presence={feed.presence.get(agentId)?.status ?? 'unknown'}
            small
          />
          <span class="hidden-visually">
            <Name>{agentName}</Name>
          </span>
          <span class="cut">{activityOf(agentId)}</span>
        </span>
      ))}
      {budget && budget.total > 0 && (
        <span>
          <b class="num">{creditsText(budget.used)}</b> of {creditsText(budget.total)} credits used
        </span>
      )}
    </button>
  );
};
