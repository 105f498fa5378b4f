import type { Target } from '@pairspace/protocol';
import { useMemo } from 'preact/hooks';
import type { Setting } from '../../content/setting.ts';
import { readersClock } from '../../lib/format.ts';
import { go } from '../../lib/route.ts';
import type { Shown } from './shown.ts';
import { askHref, type Place, placeHref } from './place.ts';

/** The place that shows a target in the view of the session. An ask has a page of its own. */
const placeOf = (target: Exclude<Target, { ask: string }>): Partial<Place> => {
  if ('seq' in target) return { seq: target.seq };
  if ('note' in target) return { panel: 'notes', open: target.note };
  if ('file' in target) return { panel: 'files', open: target.file };
  if ('task' in target) return { panel: 'tasks', open: target.task };
  return { panel: 'jobs', open: target.job };
};

/** The page as a setting: targets open beside the log. It stays the same until the place in the address changes. */
export const useSessionSetting = ({ feed, place, show }: Shown): Setting => {
  return useMemo(
    () => ({
      clock: readersClock,
      hrefOf: (target) =>
        'ask' in target
          ? askHref(feed.sessionId, target.ask)
          : placeHref(feed.sessionId, { ...place, ...placeOf(target) }),
      show: (target) => {
        if ('ask' in target) go(askHref(feed.sessionId, target.ask));
        else show(placeOf(target));
      },
    }),
    [feed, place.panel, place.open, place.at],
  );
};
