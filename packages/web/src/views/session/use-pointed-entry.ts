import { useLayoutEffect, useState } from 'preact/hooks';
import { isFolded, type Log } from '../../lib/fold-entries.ts';
import { useKeys } from '../../lib/use-keys.ts';
import type { VirtualList } from '../../lib/use-virtual-list.ts';
import type { FollowEnd } from './use-follow-end.ts';
import { useShown } from './shown.ts';

export interface PointedEntry {
  /** The `seq` of the selected entry. */
  selected: number | undefined;
  toEnd: () => void;
}

/** Selects the entry that the address names, and other entries by keys. The list then no longer follows its end. */
export const usePointedEntry = (
  list: VirtualList & { indexOf: readonly number[] | undefined; log: Log },
  follow: FollowEnd,
): PointedEntry => {
  const { feed, moment, place, show, showCount } = useShown();
  const count = moment.seq;
  const [selected, select] = useState(place.seq);
  const pointAt = (seq: number, align: 'start' | 'center' = 'center'): void => {
    follow.leave();
    select(seq);
    void feed.events.ensure(seq - 5, seq + 30).catch(() => undefined);
    list.scrollTo(list.indexOf ? list.indexOf.indexOf(seq) : seq - 1, align);
  };
  useLayoutEffect(() => {
    if (place.seq !== undefined && place.seq <= count) pointAt(place.seq, 'start');
    else select(undefined);
  }, [place.seq, showCount, count > 0]);
  const step = (by: number) => (): void => {
    const seqs = list.indexOf;
    if (seqs) {
      const at = selected === undefined ? (by < 0 ? seqs.length : -1) : seqs.indexOf(selected);
      pointAt(seqs[Math.min(seqs.length - 1, Math.max(0, at + by))] ?? 1);
      return;
    }
    const { log } = list;
    let to = (selected ?? (by < 0 ? count + 1 : (list.items[0]?.index ?? 0))) + by;
    for (let event = log.find(to); event && isFolded(event, log); event = log.find(to)) to += by;
    pointAt(Math.min(count, Math.max(1, to)));
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
