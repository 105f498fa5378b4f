import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Log } from '../../lib/fold-entries.ts';
import type { LastSeen } from '../../lib/last-seen.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import type { Place } from './place.ts';
import type { Moment } from './use-moment-at.ts';

/** The session that the parts of the view show. */
export interface Shown {
  feed: SessionFeed;
  moment: Moment;
  place: Place;
  show: (next: Partial<Place>) => void;
  /** The number of calls of `show` with an entry. It changes even if the same entry is shown again. */
  showCount: number;
  /** The reader's last visit before this one. */
  lastVisit: LastSeen | undefined;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

export const useShown = (): Shown => {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('This part belongs into the view of a session.');
  return shown;
};

export const useFeed = (): SessionFeed => useShown().feed;

export const useMoment = (): Moment => useShown().moment;

/** The place of the reader, and what changes it. */
export const usePlace = (): Omit<Shown, 'feed' | 'moment'> => useShown();

/** The log up to the moment that is shown. */
export const useLog = (): Log => {
  const { feed, moment, lastVisit } = useShown();
  return { find: (seq) => (seq > moment.seq ? undefined : feed.events.get(seq)), seenSeq: lastVisit?.seq };
};
