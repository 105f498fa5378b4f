import type { Event } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { PanelProps } from './place.ts';

/** At pace 1 time passes as it did, but a pause longer than this is cut short. */
const longestPauseMs = 4000;
/** Entries that lie within one frame of the playing are shown together. */
const frameMs = 16;

/** The entry that is played after `at`, and how long until then. */
const nextOf = (events: readonly Event[], at: number, pace: number): readonly [seq: number, waitMs: number] => {
  const timeOf = (seq: number): number => Date.parse(events[seq - 1]?.timestamp ?? '');
  const apart = (seq: number): number => (timeOf(seq) - timeOf(at)) / pace;
  let next = at + 1;
  while (apart(next) < frameMs && next < events.length) next++;
  return [next, Math.min(Math.max(apart(next), frameMs), longestPauseMs / Math.sqrt(pace))];
};

/** Goes from entry to entry as the session did, so many times as fast. */
export const usePlay = ({ moment, show, place }: PanelProps, pace: number): [boolean, (plays: boolean) => void] => {
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
    return () => {
      clearTimeout(timer);
    };
  }, [plays, place.at, history, pace]);
  useEffect(() => {
    if (place.at === undefined) setPlays(false);
  }, [place.at === undefined]);
  return [plays, setPlays];
};
