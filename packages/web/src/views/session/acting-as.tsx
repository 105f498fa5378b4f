import { agentOf } from '../../model/service.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Name } from '../../ui/who.tsx';

/** Names the agent as which the page writes, where the tab has an agent's token: a link may have brought it. */
export const ActingAs = ({ sessionId }: { sessionId: string }) => {
  const { value } = useLoaded(async () => agentOf(sessionId)?.whoami({ sessionId }), [sessionId]);
  if (!value) return null;
  return (
    <span class="pill" title="What you write and change here is this agent’s">
      you are <Name>{value.agentName}</Name>
    </span>
  );
};
