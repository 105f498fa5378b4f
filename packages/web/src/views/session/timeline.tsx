import type { SearchHit } from '@pairspace/protocol';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Day } from '../../content/entry-frame.tsx';
import { isContinuation } from '../../content/is-continuation.ts';
import { type EntryFilter, isFiltering, isSearching, matches, noFilter } from '../../lib/entry-filter.ts';
import { isFolded, runOf } from '../../lib/fold-entries.ts';
import { plural, sameDay } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useOneStop } from '../../lib/use-one-stop.ts';
import { type Search, useSearch } from '../../lib/use-search.ts';
import { useVirtualList, type VirtualList } from '../../lib/use-virtual-list.ts';
import { Hits, MoreHits, sayFound, stepThroughHits } from '../../ui/hits.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { Entry } from './entry.tsx';
import { Guide, maySpeak } from './guide.tsx';
import { LogFilter } from './log-filter.tsx';
import { useFollowEnd } from './use-follow-end.ts';
import { usePointedEntry } from './use-pointed-entry.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed, useLog, useMoment, usePlace, useShown } from './shown.ts';
import { useNow } from '../../lib/use-now.ts';
import { Name } from '../../ui/who.tsx';

/** The agents that are typing. */
const TypingIndicator = () => {
  const feed = useFeed();
  const now = useNow(1000);
  const names = [...feed.typing.values()].filter(({ until }) => until > now).map(({ name }) => name);
  const [first, second] = names;
  return (
    <p class="typists" aria-live="polite">
      {first !== undefined && (
        <>
          <Name>{first}</Name>
          {second !== undefined && (
            <>
              {' '}
              and <Name>{second}</Name>
            </>
          )}
          {names.length > 2 && ` and ${String(names.length - 2)} more`} {names.length === 1 ? 'is' : 'are'} writing …
        </>
      )}
    </p>
  );
};

interface RowProps {
  seq: number;
  selected: number | undefined;
  /**
   * Whether a filter hides entries. Neighbouring rows then need not be neighbours in the log, so each row stands alone.
   */
  isFiltered: boolean;
}

const Row = ({ seq, selected, isFiltered }: RowProps) => {
  const shown = useShown();
  const log = useLog();
  const event = log.find(seq);
  if (!event) return <div class="entry is-missing" aria-hidden="true" />;
  const isTold = !isFiltered && isFolded(event, log);
  if (selected !== seq && isTold) return null;
  const run = isTold || isFiltered ? [event] : runOf(event, log);
  const first = seq - run.length + 1;
  const before = isFiltered ? undefined : log.find(first - 1);
  const isNewDay = before === undefined ? first === 1 : !sameDay(before.timestamp, event.timestamp);
  const isFirstNew = log.seenSeq === first - 1 && (first === seq || first !== selected) && first > 1 && !isFiltered;
  return (
    <>
      {isNewDay && <Day at={event.timestamp} />}
      {isFirstNew && <div class="new-entries line">New</div>}
      <Entry
        shown={shown}
        event={event}
        run={run}
        isContinuation={!isNewDay && !isFirstNew && isContinuation(before, event)}
        isSelected={selected === seq}
        maySpeak={maySpeak(shown.feed, shown.moment)}
      />
    </>
  );
};

const ToEnd = ({ unseen, onClick }: { unseen: number; onClick: () => void }) => (
  <Button class="to-end line" act={onClick}>
    <Icon name="arrowDown" size={14} />
    <span aria-live="polite">{unseen > 0 ? plural(unseen, 'new', 'new') : 'To the end'}</span>
  </Button>
);

/** Reads the visible entries, and keeps them in memory. */
const useEntriesInSight = ({ items }: VirtualList, isFiltered: boolean): void => {
  const { events } = useFeed();
  const first = items[0]?.index;
  const last = items.at(-1)?.index;
  useEffect(
    () => (isFiltered || first === undefined || last === undefined ? undefined : events.pin(first + 1, last + 1)),
    [first, last, isFiltered],
  );
};

/** The entries that the page holds and that match the filter; undefined without a filter. */
const useFound = (filter: EntryFilter) => {
  const { feed, moment } = useShown();
  const isFiltered = isFiltering(filter);
  return useMemo(() => {
    if (!isFiltered) return undefined;
    const held = feed.events.held().filter(({ seq }) => seq <= moment.seq);
    return { held: held.length, seqs: held.filter((event) => matches(event, filter)).map(({ seq }) => seq) };
  }, [filter, isFiltered, moment.seq, feed.events.marks.size]);
};

/** Searches the whole session, including the part that the page does not hold. */
const useSessionSearch = ({ text, kind, by: author }: EntryFilter): Search => {
  const feed = useFeed();
  return useSearch(
    async (query, signal) => {
      const { sessionId, client, events } = feed;
      const written = events.lastSeq;
      const page = await client.searchSession({ sessionId, ...query, kind, author }, { signal });
      const isBehind = page.indexedSeq !== null && page.indexedSeq < written;
      return { ...page, searchedTo: isBehind ? (page.indexedSeq ?? undefined) : undefined };
    },
    text,
    [kind, author],
  );
};

const Results = ({ search, onChoose }: { search: Search; onChoose: (hit: SearchHit) => void }) => {
  const moment = useMoment();
  return (
    <div class="results" data-busy={search.isBusy} role="region" aria-label="Results">
      {search.why !== '' && <p class="empty">{search.why}</p>}
      {search.found?.items.length === 0 && <p class="empty">Nothing in this session has these words.</p>}
      {moment.isPast && <p class="faint small">The search looks at the session as it is now.</p>}
      <Hits hits={search.found?.items ?? []} onChoose={onChoose} />
      <MoreHits {...search} />
    </div>
  );
};

/**
 * The filter of the log, which ends with the search when an entry is named. The words stay for the next search. The
 * filter ends in the rendering that knows the entry: the log then has the entry when the log is moved to it.
 */
const useFilter = (onEnd: () => void) => {
  const { place, showCount } = usePlace();
  const named = `${String(place.seq)} ${String(showCount)}`;
  const [chosen, choose] = useState({ filter: noFilter, named });
  const isOver = place.seq !== undefined && chosen.named !== named;
  useLayoutEffect(() => {
    if (isOver) onEnd();
  }, [named]);
  const setFilter = (filter: EntryFilter): void => {
    choose({ filter, named });
  };
  return [isOver ? { ...noFilter, text: chosen.filter.text } : chosen.filter, setFilter] as const;
};

/** The log of a session in `seq` order. The list follows the end until the reader scrolls up. */
export const Timeline = ({ isSearching: isOpen, onSearchEnd }: { isSearching: boolean; onSearchEnd: () => void }) => {
  const { feed, moment, place, show } = useShown();
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useFilter(onSearchEnd);
  const found = useFound(filter);
  const count = found ? found.seqs.length : moment.seq;
  const seqOf = (index: number): number => (found ? (found.seqs[index] ?? 0) : index + 1);
  const log = useLog();
  /** The estimated height of an entry, until the list measures the entry. */
  const estimate = (index: number): number => {
    const event = feed.events.get(seqOf(index));
    if (event && !found && isFolded(event, log)) return 0;
    return event?.event === 'message.created' ? 84 : 40;
  };
  const list = useVirtualList({ scroller, count, estimate, paddingEnd: 16, keyOf: seqOf });
  const startsAtEnd = place.seq === undefined;
  const follow = useFollowEnd({ scroller, count, startsAtEnd });
  const { selected, toEnd } = usePointedEntry({ ...list, indexOf: found?.seqs, log }, follow);
  useEntriesInSight(list, found !== undefined);
  useOneStop(scroller);
  const search = useSessionSearch(filter);
  const hasResults = isOpen && isSearching(filter);
  const isNarrow = useIsNarrow();
  // A hit that opens beside the log leaves the results open. A message, or any hit on a phone, closes the results.
  const choose = ({ kind, seq }: SearchHit): void => {
    if (kind === 'message') show({ seq });
    else if (isNarrow) {
      setFilter({ ...noFilter, text: filter.text });
      onSearchEnd();
    }
  };
  return (
    <main class="timeline stack" aria-label="Timeline" onKeyDown={isOpen ? stepThroughHits : undefined}>
      {isOpen && (
        <LogFilter
          filter={filter}
          change={setFilter}
          found={count}
          held={found?.held ?? moment.seq}
          says={hasResults ? sayFound(search) : ''}
          onClose={onSearchEnd}
        />
      )}
      <div class="timeline-middle stack">
        {hasResults && <Results search={search} onChoose={choose} />}
        <div
          class="timeline-scroll"
          id="timeline"
          ref={scroller}
          tabIndex={0}
          role="feed"
          aria-label="Entries of the session"
          aria-busy={false}
          inert={hasResults}
        >
          <VirtualRows
            list={list}
            class="timeline-in"
            keyOf={seqOf}
            row={(index) => <Row seq={seqOf(index)} selected={selected} isFiltered={found !== undefined} />}
          />
        </div>
        {found?.seqs.length === 0 && <p class="empty">Nothing of what this page holds is like this.</p>}
        {!moment.isPast && <TypingIndicator />}
        {!follow.isAtEnd && <ToEnd unseen={follow.unseen} onClick={toEnd} />}
      </div>
      <Guide />
    </main>
  );
};
