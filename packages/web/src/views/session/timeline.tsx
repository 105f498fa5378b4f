import type { Event } from '@pairspace/protocol';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Day } from '../../content/entry-frame.tsx';
import { isSequel } from '../../content/is-sequel.ts';
import { plural, sameDay } from '../../lib/format.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useVirtualList } from '../../lib/use-virtual-list.ts';
import { Icon } from '../../ui/icon.tsx';
import { Entry } from './entry.tsx';
import { Guide } from './guide.tsx';
import type { Shared } from './place.ts';
import { Typists } from './typists.tsx';
import { useFollowEnd } from './use-follow-end.ts';

/** Heights before an entry was seen, which the list corrects when it is. */
const guess = (event: Event | undefined): number => (event?.event === 'message.created' ? 84 : 40);

interface RowProps {
  shared: Shared;
  seq: number;
  selected: number | undefined;
}

const Row = ({ shared, seq, selected }: RowProps) => {
  const { feed } = shared;
  const event = feed.events.get(seq);
  const before = feed.events.get(seq - 1);
  if (!event) return <div class="entry is-missing" aria-hidden="true" />;
  const isNewDay = before === undefined ? seq === 1 : !sameDay(before.timestamp, event.timestamp);
  return (
    <>
      {isNewDay && <Day at={event.timestamp} />}
      <Entry
        shared={shared}
        event={event}
        isSequel={!isNewDay && isSequel(before, event)}
        isSelected={selected === seq}
      />
    </>
  );
};

const ToEnd = ({ unseen, onClick }: { unseen: number; onClick: () => void }) => (
  <button type="button" class="to-end" onClick={onClick}>
    <Icon name="arrowDown" size={14} />
    <span aria-live="polite">{unseen > 0 ? plural(unseen, 'new', 'new') : 'To the end'}</span>
  </button>
);

/** The log of a session in `seq` order. It follows the end until its reader scrolls up, and then says how much is new. */
export const Timeline = (shared: Shared) => {
  const { feed, moment, place, show } = shared;
  const scroller = useRef<HTMLDivElement>(null);
  const count = moment.seq;
  const [selected, select] = useState(place.seq);
  const list = useVirtualList({
    scroller,
    count,
    estimate: (index) => guess(feed.events.get(index + 1)),
    paddingEnd: 16,
  });
  const follow = useFollowEnd({ scroller, count, totalSize: list.totalSize, startsAtEnd: place.seq === undefined });
  const pointAt = (seq: number, align: 'start' | 'center' = 'center'): void => {
    follow.leave();
    select(seq);
    void feed.events.ensure(seq - 5, seq + 30);
    list.scrollTo(seq - 1, align);
  };
  useLayoutEffect(() => {
    if (place.seq !== undefined && place.seq <= count) pointAt(place.seq);
    else select(undefined);
  }, [place.seq, count > 0]);
  const [first] = list.items;
  const last = list.items.at(-1);
  useEffect(() => {
    if (first && last) void feed.events.ensure(first.index + 1, last.index + 1).catch(() => undefined);
  }, [first?.index, last?.index]);
  const step = (by: number) => (): void => {
    const from = selected ?? (by < 0 ? count + 1 : (first?.index ?? 0));
    pointAt(Math.min(count, Math.max(1, from + by)));
  };
  const toEnd = (): void => {
    show({ seq: undefined });
    follow.toEnd();
  };
  useKeys([
    { key: 'j', says: '', act: step(1) },
    { key: 'k', says: '', act: step(-1) },
    { key: 'e', says: '', act: toEnd },
  ]);
  return (
    <main class="timeline" aria-label="Timeline">
      <div
        class="timeline-scroll"
        id="timeline"
        ref={scroller}
        tabIndex={0}
        role="feed"
        aria-label="Entries of the session"
        aria-busy={false}
      >
        <div class="timeline-in" style={{ height: `${String(list.totalSize)}px` }}>
          {list.items.map(({ index, start }) => (
            <div
              key={index}
              class="timeline-row"
              data-index={index}
              ref={list.measure}
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              <Row shared={shared} seq={index + 1} selected={selected} />
            </div>
          ))}
        </div>
      </div>
      {!moment.isPast && <Typists feed={feed} />}
      {!follow.isAtEnd && <ToEnd unseen={follow.unseen} onClick={toEnd} />}
      <Guide {...shared} />
    </main>
  );
};
