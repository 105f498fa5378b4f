import { useNow } from '../../lib/use-now.ts';
import { silentSince } from '../../lib/silence.ts';
import { useShown } from './shown.ts';

/** The time since which no agent is there; undefined for a past moment and in a completed session. */
export const useSilence = (): string | undefined => {
  const { feed, moment } = useShown();
  const now = useNow(5000);
  const { seats, session } = moment.state;
  if (moment.isPast || session?.status === 'completed') return undefined;
  return silentSince([...seats.keys()], feed.presence, now);
};
