import type { Client } from '@pairspace/client';
import type { ComponentChildren } from 'preact';
import { useLoaded } from '../../lib/use-loaded.ts';
import { isMissing } from '../../model/service.ts';
import { Failure } from '../../ui/failure.tsx';
import { useShown } from './shown.ts';

interface ReadOneProps<T> {
  /** The word for the kind of the item. */
  kind: string;
  id: string;
  read: (client: Client, signal: AbortSignal) => Promise<T>;
  view: (found: T) => ComponentChildren;
}

/** Reads an item that the page did not load, because the session has very many. Reads nothing for a past moment. */
export const ReadOne = <T,>({ kind, id, read, view }: ReadOneProps<T>) => {
  const { feed, moment } = useShown();
  const { isPast } = moment;
  const { state, value, why, error } = useLoaded(
    async (signal) => (isPast ? undefined : read(feed.client, signal)),
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
