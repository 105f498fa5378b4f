import { useEffect, useState } from 'preact/hooks';
import { type OfferedToken, takeTokenFromAddress, tokensOf } from './model/kept-tokens.ts';
import { listen } from './lib/listen.ts';
import { useRoute } from './lib/route.ts';
import { HomeView } from './views/home/home-view.tsx';
import { AnotherToken } from './views/session/another-token.tsx';
import { AskView } from './views/session/ask-view.tsx';
import { SessionView } from './views/session/session-view.tsx';
import { calling } from './lib/calling.ts';
import { later } from './ui/later.tsx';

const AgentsView = later(async () => (await import('./views/agents/agents-view.tsx')).AgentsView);
const AgentView = later(async () => (await import('./views/agents/agent-view.tsx')).AgentView);
const OperatorView = later(async () => (await import('./views/operator/operator-view.tsx')).OperatorView);

/** Chooses the view by the address. */
export const App = ({ offered }: { offered: OfferedToken | undefined }) => {
  const [offer, setOffer] = useState(offered);
  /**
   * A watch link may be opened in a tab that already shows the page. The listener below is added before the
   * listener of `useRoute`, which would show the session without the token.
   */
  useEffect(() => {
    const take = (): void => {
      const taken = takeTokenFromAddress();
      if (taken) setOffer(taken);
    };
    return listen(window, 'hashchange', take);
  }, []);
  const { path, params } = useRoute();
  const [view, id, part, partId] = path;
  if (view === 's' && id !== undefined) {
    // A view uses the tokens with which it was created, so new tokens, such as of a watch link, need a new view.
    const tokens = Object.values(tokensOf(id)).join(' ');
    return (
      <>
        {part === 'ask' && partId !== undefined ? (
          <AskView key={`${partId} ${tokens}`} sessionId={id} askId={partId} />
        ) : (
          <SessionView key={`${id} ${tokens}`} sessionId={id} params={params} />
        )}
        {offer?.sessionId === id && <AnotherToken offer={offer} onClose={calling(setOffer, undefined)} />}
      </>
    );
  }
  if (view === 'agents') return id === undefined ? <AgentsView params={params} /> : <AgentView key={id} agentId={id} />;
  if (view === 'operator') return <OperatorView />;
  return <HomeView params={params} />;
};
