import { useEffect, useState } from 'preact/hooks';
import { type OfferedToken, takeTokenFromAddress } from './model/kept-tokens.ts';
import { useRoute } from './lib/route.ts';
import { AgentsView } from './views/agents/agents-view.tsx';
import { AgentView } from './views/agents/agent-view.tsx';
import { HomeView } from './views/home/home-view.tsx';
import { OperatorView } from './views/operator/operator-view.tsx';
import { AnotherToken } from './views/session/another-token.tsx';
import { AskView } from './views/session/ask-view.tsx';
import { SessionView } from './views/session/session-view.tsx';

/** Chooses the view by the address. */
export const App = ({ offered }: { offered: OfferedToken | undefined }) => {
  const { path, params } = useRoute();
  const [offer, setOffer] = useState(offered);
  useEffect(() => {
    // A watch link that is opened in a tab which shows the page already.
    const take = (): void => {
      setOffer((before) => takeTokenFromAddress() ?? before);
    };
    addEventListener('hashchange', take);
    return () => {
      removeEventListener('hashchange', take);
    };
  }, []);
  const [view, id, part, partId] = path;
  if (view === 's' && id !== undefined) {
    return (
      <>
        {part === 'ask' && partId !== undefined ? (
          <AskView key={partId} sessionId={id} askId={partId} />
        ) : (
          <SessionView key={id} sessionId={id} params={params} />
        )}
        {offer?.sessionId === id && (
          <AnotherToken
            offer={offer}
            onClose={() => {
              setOffer(undefined);
            }}
          />
        )}
      </>
    );
  }
  if (view === 'agents') return id === undefined ? <AgentsView params={params} /> : <AgentView key={id} agentId={id} />;
  if (view === 'operator') return <OperatorView />;
  return <HomeView params={params} />;
};
