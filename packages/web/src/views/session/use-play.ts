import type { Event } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import { calling } from '../../lib/calling.ts';
import { useShown } from './shown.ts';

/** The longest wait between two entries at pace 1. At a faster pace, it is divided by the square root of the pace. */
const longestPauseMs = 4000;
/** Entries that are played within one frame are shown together. */
const frameMs = 16;

/** The entry that is played after `at`, and how long until then. */
const nextOf = (events: readonly Event[], at: number, pace: number): readonly [seq: number, waitMs: number] => {
  const timeOf = (seq: number): number => Date.parse(events[seq - 1]?.timestamp ?? '');
  const apart = (seq: number): number => (timeOf(seq) - timeOf(at)) / pace;
  let next = at + 1;
  while (apart(next) < frameMs && next < events.length) next++;
  return [next, Math.min(Math.max(apart(next), frameMs), longestPauseMs / Math.sqrt(pace))];
};

/** Shows entry after entry in the rhythm of the session, `pace` times as fast. */
export const usePlay = (pace: number): [boolean, (plays: boolean) => void] => {
  const { moment, place, show } = useShown();
  const [plays, setPlays] = useState(false);
  const { history } = moment;
  const end = history?.events.length ?? 0;
  useEffect(() => {
    const at = place.at;
    if (!plays || at === undefined || !history) return;
    if (at >= end) {
      setPlays(false);
      show({ at: undefined });
      return;
    }
    const [next, waitMs] = nextOf(history.events, at, pace);
    const timer = setTimeout(() => {
      show({ at: next >= end ? undefined : next, seq: undefined });
    }, waitMs);
    return calling(clearTimeout, timer);
  }, [plays, place.at, history, pace]);
  useEffect(() => {
    if (place.at === undefined) setPlays(false);
  }, [place.at === undefined]);
  return [plays, setPlays];
};
