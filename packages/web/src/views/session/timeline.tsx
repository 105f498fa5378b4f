import type { Event } from '@pairspace/protocol';
import { useEffect, useRef } from 'preact/hooks';
import { Day } from '../../content/entry-frame.tsx';
import { isContinuation } from '../../content/is-continuation.ts';
import { plural, sameDay } from '../../lib/format.ts';
import { useVirtualList, type VirtualList } from '../../lib/use-virtual-list.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import { Icon } from '../../ui/icon.tsx';
import { Entry } from './entry.tsx';
import { Guide } from './guide.tsx';
import type { PanelProps } from './place.ts';
import { TypingIndicator } from './typing-indicator.tsx';
import { useFollowEnd } from './use-follow-end.ts';
import { usePointedEntry } from './use-pointed-entry.ts';

/** Heights before an entry was seen, which the list corrects when it is. */
const guess = (event: Event | undefined): number => (event?.event === 'message.created' ? 84 : 40);

interface RowProps {
  shared: PanelProps;
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
        isContinuation={!isNewDay && isContinuation(before, event)}
        isSelected={selected === seq}
      />
    </>
  );
};

/** The rows in sight, each at its height in the whole. */
const Rows = ({ list, ...row }: Omit<RowProps, 'seq'> & { list: VirtualList }) => (
  <div class="timeline-in" style={{ height: `${String(list.totalSize)}px` }}>
    {list.items.map(({ index, start }) => (
      <div
        key={index}
        class="timeline-row"
        data-index={index}
        ref={list.measure}
        style={{ transform: `translateY(${String(start)}px)` }}
      >
        <Row {...row} seq={index + 1} />
      </div>
    ))}
  </div>
);

const ToEnd = ({ unseen, onClick }: { unseen: number; onClick: () => void }) => (
  <button type="button" class="to-end" onClick={onClick}>
    <Icon name="arrowDown" size={14} />
    <span aria-live="polite">{unseen > 0 ? plural(unseen, 'new', 'new') : 'To the end'}</span>
  </button>
);

/** Reads the entries that are in sight. */
const useEntriesInSight = ({ events }: SessionFeed, { items }: VirtualList): void => {
  const first = items[0]?.index;
  const last = items.at(-1)?.index;
  useEffect(() => {
    if (first !== undefined && last !== undefined) void events.ensure(first + 1, last + 1).catch(() => undefined);
  }, [first, last]);
};

/** The log of a session in `seq` order. It follows the end until its reader scrolls up, and then says how much is new. */
export const Timeline = (shared: PanelProps) => {
  const { feed, moment, place } = shared;
  const scroller = useRef<HTMLDivElement>(null);
  const count = moment.seq;
  const estimate = (index: number): number => guess(feed.events.get(index + 1));
  const list = useVirtualList({ scroller, count, estimate, paddingEnd: 16 });
  const follow = useFollowEnd({ scroller, count, totalSize: list.totalSize, startsAtEnd: place.seq === undefined });
  const { selected, toEnd } = usePointedEntry(shared, list, follow);
  useEntriesInSight(feed, list);
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
        <Rows shared={shared} list={list} selected={selected} />
      </div>
      {!moment.isPast && <TypingIndicator feed={feed} />}
      {!follow.isAtEnd && <ToEnd unseen={follow.unseen} onClick={toEnd} />}
      <Guide {...shared} />
    </main>
  );
};
