import { useEffect, useState } from 'preact/hooks';
import { SettingContext } from '../../content/setting.ts';
import { SessionFeed } from '../../model/session-feed.ts';
import { go, hrefOf, replaceRoute } from '../../lib/route.ts';
import { type KeyAction, useKeys } from '../../lib/use-keys.ts';
import { useStore } from '../../lib/use-store.ts';
import { visibleLine } from '../../lib/visible.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { skipTo } from '../../ui/page-frame.tsx';
import { Attention } from './attention.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { SessionHead } from './session-head.tsx';
import { SidePanel } from './side-panel.tsx';
import { PastNotice } from './past-notice.tsx';
import { panels, panelOf, type Place, placeHref } from './place.ts';
import { Timeline } from './timeline.tsx';
import { Unreachable } from './unreachable.tsx';
import { useMoment } from './use-moment.ts';
import { TimeBar } from './time-bar.tsx';
import { useSessionSetting } from './use-session-setting.ts';
import { WhoPanel } from './who-panel.tsx';

const useFeed = (sessionId: string): SessionFeed => {
  const [feed] = useState(() => new SessionFeed(sessionId));
  useEffect(
    () => () => {
      feed.close();
    },
    [feed],
  );
  useStore(feed);
  return feed;
};

const keysOf = (place: Place, show: (next: Partial<Place>) => void, help: () => void): KeyAction[] => [
  ...panels.map(({ id, key, says }) => ({
    key,
    says,
    act: () => {
      show({ panel: place.panel === id ? undefined : id, open: undefined });
    },
  })),
  {
    key: 'Escape',
    says: 'Close the panel',
    act: () => {
      show({ panel: undefined, open: undefined });
    },
  },
  {
    key: 'g',
    says: 'All sessions',
    act: () => {
      go('#/');
    },
  },
  { key: '?', says: 'This list', act: help },
];

/** The timeline acts on these itself. */
const timelineKeys: readonly KeyAction[] = [
  { key: 'j', says: 'Next entry', act: () => undefined },
  { key: 'k', says: 'Entry before', act: () => undefined },
  { key: 'e', says: 'Follow the end', act: () => undefined },
];

export interface SessionViewProps {
  sessionId: string;
  params: URLSearchParams;
}

/** One session, live: who is there, the log as one timeline, and beside it what the agents share. */
export const SessionView = ({ sessionId, params }: SessionViewProps) => {
  const feed = useFeed(sessionId);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const place: Place = {
    panel: panelOf(params.get('panel')),
    open: params.get('open') ?? undefined,
    seq: Number(params.get('seq') ?? NaN) || undefined,
    at: Number(params.get('at') ?? NaN) || undefined,
  };
  const show = (next: Partial<Place>): void => {
    replaceRoute(placeHref(sessionId, { ...place, ...next }));
  };
  const moment = useMoment(feed, place.at);
  useKeys(
    keysOf(place, show, () => {
      setHelpOpen(true);
    }),
  );
  const { session } = moment.state;
  useEffect(() => {
    document.title = `${session ? visibleLine(session.name) : 'Session'} · Pairspace`;
  }, [session?.name]);
  const shared = { feed, moment, place, show };
  const setting = useSessionSetting(shared);
  if (!session) return <Unreachable feed={feed} />;
  return (
    <SettingContext.Provider value={setting}>
      <div class="session" data-panel={place.panel ?? 'none'}>
        <a class="skip" href={hrefOf(['s', sessionId])} onClick={skipTo('timeline')}>
          Skip to the timeline
        </a>
        <SessionHead
          {...shared}
          onHelp={() => {
            setHelpOpen(true);
          }}
        />
        <div class="session-notices">
          <ConnectionNotice feed={feed} />
          {moment.isPast ? <PastNotice {...shared} /> : place.at === undefined && <Attention {...shared} />}
        </div>
        <WhoPanel {...shared} />
        <Timeline {...shared} />
        <SidePanel {...shared} />
        <TimeBar {...shared} />
        {isHelpOpen && (
          <KeyHelp
            keys={[...keysOf(place, show, () => undefined), ...timelineKeys]}
            onClose={() => {
              setHelpOpen(false);
            }}
          />
        )}
      </div>
    </SettingContext.Provider>
  );
};
