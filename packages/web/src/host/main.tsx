import '../styles/live.ts';
import type { Session } from '@pairspace/protocol';
import { render } from 'preact';
import { go, hrefOf, keepRouteApart, useRoute } from '../lib/route.ts';
import { readThrough, sayFailure, stranger } from '../model/service.ts';
import { SessionView } from '../views/session/session-view.tsx';
import { fetchByTool } from './fetch-by-tool.ts';
import { HostLink } from './host-link.ts';

const height = 640;

const ViewInHost = ({ sessionId }: { sessionId: string }) => {
  const { params } = useRoute();
  return <SessionView sessionId={sessionId} params={params} />;
};

/** Links lead within the view, or are opened by the program. */
const catchLinks = (host: HostLink): void => {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href');
    if (href === null || href === undefined) return;
    event.preventDefault();
    if (href.startsWith('#/s/')) go(href);
    else if (/^https?:/.test(href)) void host.request('ui/open-link', { url: href }).catch(() => undefined);
  });
};

const showTheme = (theme: string | undefined): void => {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
};

const show = async (host: HostLink, given: unknown): Promise<void> => {
  const root = document.getElementById('app');
  if (!root) return;
  const { seat } = (given as { arguments?: { seat?: unknown } } | undefined)?.arguments ?? {};
  readThrough(fetchByTool(host, typeof seat === 'string' ? seat : undefined));
  try {
    // The tool reads the session of its seat, whatever id is given here.
    const session: Session = await stranger.getSession({ sessionId: 'current' });
    keepRouteApart(hrefOf(['s', session.id]));
    render(<ViewInHost sessionId={session.id} />, root);
  } catch (error) {
    render(
      <p class="empty" role="alert">
        <strong>The session cannot be shown.</strong> {sayFailure(error)}
      </p>,
      root,
    );
  }
};

const host = new HostLink();
host.on('ui/notifications/tool-input', (given) => void show(host, given));
host.on('ui/notifications/host-context-changed', (context) => {
  showTheme((context as { theme?: string } | undefined)?.theme);
});
catchLinks(host);
const { hostContext } = await host.open();
showTheme(hostContext?.theme);
host.notify('ui/notifications/size-changed', { width: document.documentElement.clientWidth, height });
