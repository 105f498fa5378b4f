import { isOperator } from '../../model/standing.ts';
import { Name } from '../../ui/who.tsx';
import type { PanelProps } from './place.ts';
import { sayRights } from './say-rights.ts';

/** Names the agent or the person as whom the page acts: a link may have brought the token. */
export const ActingAs = ({ feed: { standing } }: PanelProps) => {
  const { agent, person } = standing ?? {};
  if (agent)
    return (
      <span class="pill acting" title="What you write and change here is this agent’s">
        <span>you are </span>
        <Name>{agent.agentName}</Name>
      </span>
    );
  if (!person || (person.givesRights && !isOperator(standing))) return null;
  return (
    <span class="pill acting" title={sayRights(person)}>
      <span>you are </span>
      <Name>{isOperator(standing) ? 'the operator' : person.name}</Name>
    </span>
  );
};
