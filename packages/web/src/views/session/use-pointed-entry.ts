import { useLayoutEffect, useState } from 'preact/hooks';
import { useKeys } from '../../lib/use-keys.ts';
import type { VirtualList } from '../../lib/use-virtual-list.ts';
import type { PanelProps } from './place.ts';
import type { FollowEnd } from './use-follow-end.ts';

export interface PointedEntry {
  /** The `seq` of the entry that is pointed at. */
  selected: number | undefined;
  toEnd: () => void;
}

/** Points at the entry that the address names, and at others by keys. Pointing ends that the list follows its end. */
export const usePointedEntry = (
  { feed, moment, place, show }: PanelProps,
  list: VirtualList,
  follow: FollowEnd,
): PointedEntry => {
  const count = moment.seq;
  const [selected, select] = useState(place.seq);
  const pointAt = (seq: number, align: 'start' | 'center' = 'center'): void => {
    follow.leave();
    select(seq);
    void feed.events.ensure(seq - 5, seq + 30);
    list.scrollTo(seq - 1, align);
  };
  useLayoutEffect(() => {
    if (place.seq !== undefined && place.seq <= count) pointAt(place.seq);
    else select(undefined);
  }, [place.seq, count > 0]);
  const step = (by: number) => (): void => {
    const from = selected ?? (by < 0 ? count + 1 : (list.items[0]?.index ?? 0));
    pointAt(Math.min(count, Math.max(1, from + by)));
  };
  const toEnd = (): void => {
    show({ seq: undefined });
    follow.toEnd();
  };
  useKeys([
    { key: 'j', says: '', act: step(1) },
    { key: 'k', says: '', act: step(-1) },
    { key: 'e', says: '', act: toEnd },
  ]);
  return { selected, toEnd };
};
