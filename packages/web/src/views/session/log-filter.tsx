import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type EntryFilter, entryKinds, isFiltering, isSearching, noFilter, peopleIn } from '../../lib/entry-filter.ts';
import { count, plural } from '../../lib/format.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Name } from '../../ui/who.tsx';
import { calling } from '../../lib/calling.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useMoment, useShown } from './shown.ts';

const Chip = ({ isPressed, press, children }: { isPressed: boolean; press: () => void; children: string }) => (
  <Button class="chip cut" aria-pressed={isPressed} act={press}>
    <Name>{children}</Name>
  </Button>
);

interface LogFilterProps {
  filter: EntryFilter;
  change: (filter: EntryFilter) => void;
  /** The number of entries that match the filter, of the `held` entries that the page holds. */
  found: number;
  held: number;
  /** The outcome of the search, as a sentence; empty without a search. */
  says: string;
  onClose: () => void;
}

const Chips = ({ filter, change }: Pick<LogFilterProps, 'filter' | 'change'>) => {
  const { by, kind, hidesService } = filter;
  const { feed, moment } = useShown();
  const people = useMemo(() => peopleIn(feed.events.held()), [feed, feed.events.marks.size]);
  const agents = [...moment.state.seats.values()].map(({ agentId, agentName }) => [agentId, agentName] as const);
  return (
    <div class="chips" role="group" aria-label="Show only">
      {entryKinds.map(({ id, says }) => (
        <Chip
          key={id}
          isPressed={kind === id}
          press={calling(change, { ...filter, kind: kind === id ? undefined : id })}
        >
          {says}
        </Chip>
      ))}
      {[...agents, ...people].map(([id, says]) => (
        <Chip key={id} isPressed={by === id} press={calling(change, { ...filter, by: by === id ? undefined : id })}>
          {says}
        </Chip>
      ))}
      {!isSearching(filter) && (
        <Chip isPressed={hidesService} press={calling(change, { ...filter, hidesService: !hidesService })}>
          Hide the service
        </Chip>
      )}
    </div>
  );
};

/** The search field and its filters. Without words, the filters hide entries of the log. */
export const LogFilter = ({ filter, change, found, held, says, onClose }: LogFilterProps) => {
  const moment = useMoment();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.querySelector('input')?.select();
  }, []);
  const close = (): void => {
    change(noFilter);
    onClose();
  };
  return (
    <div
      class="log-filter line wrap"
      role="search"
      ref={bar}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <SearchBox
        placeholder="Search the session"
        label="Search the session"
        value={filter.text}
        search={(text) => {
          change({ ...filter, text });
        }}
      />
      <Chips filter={filter} change={change} />
      <span class="small dim" role="status">
        {says}
        {isFiltering(filter) && `${count(found)} of ${plural(held, 'entry', 'entries')}`}
        {isFiltering(filter) && held < moment.seq && ' that this page holds'}
      </span>
      <IconButton label="Close the search" icon="close" act={close} />
    </div>
  );
};
