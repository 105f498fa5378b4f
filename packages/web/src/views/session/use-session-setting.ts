import type { Target } from '@pairspace/protocol';
import { useMemo, useRef } from 'preact/hooks';
import type { Setting } from '../../content/setting.ts';
import { readersClock } from '../../lib/format.ts';
import { type Place, placeHref, type PanelProps } from './place.ts';

const placeOf = (target: Target): Partial<Place> => {
  if ('seq' in target) return { seq: target.seq };
  if ('note' in target) return { panel: 'notes', open: target.note };
  if ('file' in target) return { panel: 'files', open: target.file };
  return { panel: 'jobs', open: target.job };
};

/** The page as a setting: targets open beside the log. It stays the same until seats or the place in the address change. */
export const useSessionSetting = ({ feed, moment, place, show }: PanelProps): Setting => {
  const showNow = useRef(show);
  showNow.current = show;
  const { seats } = moment.state;
  return useMemo(
    () => ({
      clock: readersClock,
      seats,
      hrefOf: (target) => placeHref(feed.sessionId, { ...place, ...placeOf(target) }),
      show: (target) => {
        showNow.current(placeOf(target));
      },
    }),
    [feed, seats.size, place.panel, place.open, place.at],
  );
};
