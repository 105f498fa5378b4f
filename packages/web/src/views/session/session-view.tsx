import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SettingContext } from '../../content/setting.ts';
import { isInHost } from '../../model/service.ts';
import { SessionFeed } from '../../model/session-feed.ts';
import { go, hrefOf, replaceRoute } from '../../lib/route.ts';
import { type KeyAction, useKeys } from '../../lib/use-keys.ts';
import { useOpen } from '../../lib/use-open.ts';
import { useStore } from '../../lib/use-store.ts';
import { visibleLine } from '@pairspace/protocol';
import { KeyHelp } from '../../ui/key-help.tsx';
import { skipTo } from '../../ui/page-frame.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ForYou } from './for-you.tsx';
import { Glance } from './glance.tsx';
import { openAsks } from './open-asks.tsx';
import { SinceLastVisit, useLastVisit } from './since-last-visit.tsx';
import { SessionHead } from './session-head.tsx';
import { SidePanel } from './side-panel.tsx';
import { panels, panelOf, type Place, placeHref } from './place.ts';
import { ShownContext, useShown } from './shown.ts';
import { Timeline } from './timeline.tsx';
import { Unreachable } from './unreachable.tsx';
import { useMomentAt } from './use-moment-at.ts';
import { TimeBar } from './time-bar.tsx';
import { useSessionSetting } from './use-session-setting.ts';
import { WhoPanel } from './who-panel.tsx';
import { calling } from '../../lib/calling.ts';
import { count, dayOf, timeWithSeconds } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';

/** Says that the page shows a past moment, and leads back to the present. */
const PastNotice = () => {
  const { feed, moment, show } = useShown();
  const { at } = moment.state;
  return (
    <div class="notice line wrap" data-tone="past">
      <span class="notice-says notice-fact">
        <b>This is the past</b>: #{count(moment.seq)}
        <span class="wide-only"> of {count(feed.events.lastSeq)}</span>
        {at !== undefined && (
          <>
            , <span class="wide-only">{dayOf(at)}, </span>
            {timeWithSeconds(at)}
          </>
        )}
      </span>
      <Button class="button primary" act={calling(show, { at: undefined })} says="Back to now" />
    </div>
  );
};

const useLiveFeed = (sessionId: string): SessionFeed => {
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
    act: calling(show, { panel: place.panel === id ? undefined : id, open: undefined }),
  })),
  {
    key: 'Escape',
    says: 'Close the panel',
    act: calling(show, { panel: undefined, open: undefined }),
  },
  { key: 'g', says: 'All sessions', act: calling(go, '#/') },
  { key: '?', says: 'This list', act: help },
];

/** Keys on which other parts of the view act. The list only adds the keys to the help. */
const timelineKeys: readonly KeyAction[] = [
  { key: 'j', says: 'Next entry', act: () => undefined },
  { key: 'k', says: 'Entry before', act: () => undefined },
  { key: 'e', says: 'Follow the end', act: () => undefined },
  { key: 'c', says: 'Write a message', act: () => undefined },
  { key: '/', says: 'Search the session', act: () => undefined },
  { key: ' ', says: 'Play, or stop playing', act: () => undefined },
  { key: 'u', says: 'Next for you', act: () => undefined },
];

export interface SessionViewProps {
  sessionId: string;
  params: URLSearchParams;
}

const placeOf = (params: URLSearchParams): Place => ({
  panel: panelOf(params.get('panel')),
  open: params.get('open') ?? undefined,
  seq: Number(params.get('seq') ?? NaN) || undefined,
  at: Number(params.get('at') ?? NaN) || undefined,
});

/** Sets the title of the page, with the number of open asks. */
const useTitle = (name: string | undefined, asks: number): void => {
  useEffect(() => {
    const count = asks === 0 ? '' : `(${String(asks)}) `;
    document.title = `${count}${name === undefined ? 'Session' : visibleLine(name)} · Pairspace`;
  }, [name, asks]);
};

interface SessionPartsProps {
  onHelp: () => void;
  /** A dialog over the session. */
  children: ComponentChildren;
}

/** The parts of the view, once the session was read. */
const SessionParts = ({ onHelp, children }: SessionPartsProps) => {
  const { feed, moment, place, show } = useShown();
  const [isSearching, openSearch, closeSearch] = useOpen();
  const search = (): void => {
    show({ panel: place.panel === 'who' ? undefined : place.panel });
    openSearch();
  };
  useKeys([{ key: '/', says: '', act: search }]);
  return (
    <div class="session" data-panel={place.panel ?? 'none'} data-searching={isSearching}>
      <a class="skip" href={hrefOf(['s', feed.sessionId])} onClick={skipTo('timeline')}>
        Skip to the timeline
      </a>
      <SessionHead onHelp={onHelp} onSearch={search} />
      <div class="session-notices">
        <ConnectionNotice />
        {moment.isPast && <PastNotice />}
        {place.at === undefined && <ForYou />}
        {place.at === undefined && <Glance />}
        {place.at === undefined && !isInHost() && <SinceLastVisit />}
      </div>
      <WhoPanel />
      <Timeline isSearching={isSearching} onSearchEnd={closeSearch} />
      <SidePanel />
      <TimeBar />
      {children}
    </div>
  );
};

/** A session, live: its agents, the log as one timeline, and beside it the shared documents. */
export const SessionView = ({ sessionId, params }: SessionViewProps) => {
  const feed = useLiveFeed(sessionId);
  const [isHelpOpen, openHelp, closeHelp] = useOpen();
  const place = placeOf(params);
  const [showCount, setShowCount] = useState(0);
  // Entries of the log keep an old `show`, so it reads the present place.
  const placeNow = useRef(place);
  placeNow.current = place;
  const show = (next: Partial<Place>): void => {
    if (next.seq !== undefined) setShowCount((before) => before + 1);
    replaceRoute(placeHref(sessionId, { ...placeNow.current, ...next }));
  };
  const moment = useMomentAt(feed, place.at);
  const keys = keysOf(place, show, openHelp);
  useKeys(keys);
  const { session } = moment.state;
  useTitle(session?.name, openAsks(moment).length);
  const lastVisit = useLastVisit(feed);
  const shown = { feed, moment, place, show, showCount, lastVisit };
  const setting = useSessionSetting(shown);
  if (!session) return <Unreachable feed={feed} />;
  return (
    <SettingContext.Provider value={setting}>
      <ShownContext.Provider value={shown}>
        <SessionParts onHelp={openHelp}>
          {isHelpOpen && <KeyHelp keys={[...keys, ...timelineKeys]} onClose={closeHelp} />}
        </SessionParts>
      </ShownContext.Provider>
    </SettingContext.Provider>
  );
};
