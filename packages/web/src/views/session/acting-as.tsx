import { isOperator } from '../../model/current-identity.ts';
import { Name } from '../../ui/who.tsx';
import { sayRights } from './say-rights.ts';
import { useFeed } from './shown.ts';

/** Names the agent or the person as whom the page acts: a link may have brought the token. */
export const ActingAs = () => {
  const { identity } = useFeed();
  const { agent, person } = identity ?? {};
  if (agent)
    return (
      <span class="pill acting" title="What you write and change here is this agent’s">
        <span>you are </span>
        <Name>{agent.agentName}</Name>
      </span>
    );
  if (!person || (person.givesRights && !isOperator(identity))) return null;
  return (
    <span class="pill acting" title={sayRights(person)}>
      <span>you are </span>
      <Name>{isOperator(identity) ? 'the operator' : person.name}</Name>
    </span>
  );
};
