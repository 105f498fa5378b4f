import { useEffect } from 'preact/hooks';
import { takeTokenFromAddress } from './model/kept-tokens.ts';
import { useRoute } from './lib/route.ts';
import { AgentsView } from './views/agents/agents-view.tsx';
import { AgentView } from './views/agents/agent-view.tsx';
import { HomeView } from './views/home/home-view.tsx';
import { OperatorView } from './views/operator/operator-view.tsx';
import { SessionView } from './views/session/session-view.tsx';

/** Chooses the view by the address. */
export const App = () => {
  const { path, params } = useRoute();
  useEffect(() => {
    // A watch link that is opened in a tab which shows the page already.
    addEventListener('hashchange', takeTokenFromAddress);
    return () => {
      removeEventListener('hashchange', takeTokenFromAddress);
    };
  }, []);
  const [view, id] = path;
  if (view === 's' && id !== undefined) return <SessionView key={id} sessionId={id} params={params} />;
  if (view === 'agents') return id === undefined ? <AgentsView params={params} /> : <AgentView key={id} agentId={id} />;
  if (view === 'operator') return <OperatorView />;
  return <HomeView params={params} />;
};
