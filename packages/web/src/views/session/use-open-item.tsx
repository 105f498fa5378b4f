import type { ComponentChildren } from 'preact';
import { useLoaded } from '../../lib/use-loaded.ts';
import { isMissing } from '../../model/service.ts';
import { Failure } from '../../ui/failure.tsx';
import { useShown } from './shown.ts';

interface ReadOneProps<T> {
  /** The word for the kind of the item. */
  kind: string;
  id: string;
  read: (id: string, options: { signal: AbortSignal }) => Promise<T>;
  view: (found: T) => ComponentChildren;
}

/** Reads an item that the page did not load, because the session has very many. Reads nothing for a past moment. */
const ReadOne = <T,>({ kind, id, read, view }: ReadOneProps<T>) => {
  const { feed, moment } = useShown();
  const { isPast } = moment;
  const { state, value, why, error } = useLoaded(
    async (signal) => (isPast ? undefined : read(id, { signal })),
    [feed, id, isPast],
  );
  if (value !== undefined) return <>{view(value)}</>;
  if (state === 'loading') return <p class="empty">Reading the {kind}</p>;
  if (error !== undefined && !isMissing(error)) return <Failure why={why} />;
  return (
    <p class="empty">
      This {kind} is not there {isPast ? 'at this moment' : 'any more'}.
    </p>
  );
};

/** The item that is open in a panel, read if the page does not have it; undefined where the panel shows its list. */
export const useOpenItem = <T,>(
  panel: 'notes' | 'files' | 'jobs' | 'tasks',
  items: ReadonlyMap<string, T>,
  read: ReadOneProps<T>['read'],
  view: ReadOneProps<T>['view'],
): ComponentChildren => {
  const { feed, moment, place } = useShown();
  const id = place.panel === panel ? place.open : undefined;
  if (id === undefined) return undefined;
  const item = items.get(id);
  if (item) return view(item);
  if (!moment.isPast && !feed.partsThere.has(panel)) return undefined;
  return <ReadOne key={id} kind={panel.slice(0, -1)} id={id} read={read} view={view} />;
};
