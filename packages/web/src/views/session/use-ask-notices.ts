import { type Ask, visibleLine } from '@pairspace/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go } from '../../lib/route.ts';
import { isInHost } from '../../model/service.ts';
import { askHref } from './place.ts';

const permission = (): NotificationPermission =>
  'Notification' in globalThis && !isInHost() ? Notification.permission : 'denied';

const notify = ({ id, sessionId, title, askedBy }: Ask): void => {
  try {
    const notice = new Notification(visibleLine(askedBy.agentName), { body: visibleLine(title), tag: id });
    notice.onclick = () => {
      focus();
      go(askHref(sessionId, id));
      notice.close();
    };
  } catch {
    // Some mobile browsers let only service workers show notifications.
  }
};

/** Notifies of each new ask while the page is not shown, where the person has allowed it. */
export const useAskNotices = (asks: readonly Ask[], isRead: boolean): { offer: (() => void) | undefined } => {
  const [allowed, setAllowed] = useState(permission);
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    if (!isRead) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...asks.map(({ id }) => id)]);
    if (before === undefined || allowed !== 'granted' || !document.hidden) return;
    for (const ask of asks) if (!before.has(ask.id)) notify(ask);
  }, [asks.map(({ id }) => id).join(' '), isRead, allowed]);
  const offer = (): void => {
    void Notification.requestPermission().then(setAllowed);
  };
  return { offer: allowed === 'default' ? offer : undefined };
};
