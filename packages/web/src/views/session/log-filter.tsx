import { useEffect, useRef, useState } from 'preact/hooks';
import { type EntryFilter, entryKinds, isFiltering, noFilter } from '../../lib/entry-filter.ts';
import { count, plural } from '../../lib/format.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Name } from '../../ui/who.tsx';
import type { PanelProps } from './place.ts';

interface ChipProps {
  isPressed: boolean;
  press: () => void;
  children: string;
}

const Chip = ({ isPressed, press, children }: ChipProps) => (
  <button type="button" class="chip" aria-pressed={isPressed} onClick={press}>
    <Name>{children}</Name>
  </button>
);

interface LogFilterProps {
  shared: PanelProps;
  filter: EntryFilter;
  change: (filter: EntryFilter) => void;
  /** How many entries are found, of those that the page holds. */
  found: number;
  held: number;
}

const Chips = ({ shared, filter, change }: Pick<LogFilterProps, 'shared' | 'filter' | 'change'>) => {
  const { by, kind, hidesService } = filter;
  const writers = [...shared.moment.state.seats.values()].map(
    ({ agentId, agentName }) => [agentId, agentName] as const,
  );
  return (
    <div class="chips" role="group" aria-label="Show only">
      {entryKinds.map(({ id, says }) => (
        <Chip
          key={id}
          isPressed={kind === id}
          press={() => {
            change({ ...filter, kind: kind === id ? undefined : id });
          }}
        >
          {says}
        </Chip>
      ))}
      {[...writers, ['person', 'People'] as const].map(([id, says]) => (
        <Chip
          key={id}
          isPressed={by === id}
          press={() => {
            change({ ...filter, by: by === id ? undefined : id });
          }}
        >
          {says}
        </Chip>
      ))}
      <Chip
        isPressed={hidesService}
        press={() => {
          change({ ...filter, hidesService: !hidesService });
        }}
      >
        Hide the service
      </Chip>
    </div>
  );
};

/** Searches the entries that the page holds, and hides those that nobody asks for. */
export const LogFilter = ({ shared, filter, change, found, held }: LogFilterProps) => {
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useKeys([
    {
      key: '/',
      says: '',
      act: () => {
        setOpen(true);
      },
    },
  ]);
  useEffect(() => {
    if (isOpen) bar.current?.querySelector('input')?.focus();
  }, [isOpen]);
  if (!isOpen)
    return (
      <button
        type="button"
        class="button icon log-search"
        aria-label="Search the log"
        title="Search the log (/)"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="search" />
      </button>
    );
  const close = (): void => {
    change(noFilter);
    setOpen(false);
  };
  return (
    <div
      class="log-filter"
      role="search"
      ref={bar}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <SearchBox
        placeholder="Search the log"
        label="Search the log"
        value={filter.text}
        search={(text) => {
          change({ ...filter, text });
        }}
      />
      <Chips shared={shared} filter={filter} change={change} />
      <span class="small dim" role="status">
        {isFiltering(filter) && `${count(found)} of ${plural(held, 'entry', 'entries')}`}
        {isFiltering(filter) && held < shared.moment.seq && ' that this page holds'}
      </span>
      <button type="button" class="button quiet icon" aria-label="Close the search" onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
};
