import { useMemo } from 'preact/hooks';
import { useFeed, useMoment } from './shown.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

const bars = 140;
/** The greatest width of a bar, of the 600 units of the strip. In a short log, space stays between the bars. */
const widestBar = 14;

interface Bar {
  /** How much happened: the sum of the weights of the entries, less if the entries are far apart in time. */
  weight: number;
  shade: string;
}

/** The bar for `width` entries, from the entry `start` on. */
const barOf = (start: number, width: number, { marks, lastSeq }: SessionFeed['events']): Bar => {
  const byShade = new Map<string, number>();
  let weight = 0;
  let from = 0;
  let until = 0;
  for (let seq = start; seq < start + width && seq <= lastSeq; seq++) {
    const mark = marks.get(seq);
    if (!mark) continue;
    byShade.set(mark.shade, (byShade.get(mark.shade) ?? 0) + mark.weight);
    weight += mark.weight;
    until = mark.at;
    if (from === 0) from = until;
  }
  const [most] = [...byShade].sort(([, a], [, b]) => b - a);
  // Entries that are close in time make a higher bar than entries that are spread over minutes.
  const spread = Math.log10(10 + (until - from) / width);
  return { weight: weight / spread, shade: most?.[0] ?? 'who-service' };
};

/**
 * Bars that show how much happened along the log, each in the colour of the actor who did most. The bars are drawn from
 * the entries that this page has read, so a part that was not read is empty.
 */
export const Density = () => {
  const moment = useMoment();
  const { events } = useFeed();
  const { lastSeq, marks } = events;
  const width = Math.max(1, Math.ceil(lastSeq / bars));
  const drawn = useMemo(
    () => Array.from({ length: Math.ceil(lastSeq / width) }, (_, index) => barOf(index * width + 1, width, events)),
    // The bars are drawn again only after every few entries, because a single entry changes them little.
    [Math.floor(marks.size / Math.max(1, width / 4)), width, moment.state.seats.size],
  );
  const most = Math.max(1, ...drawn.map(({ weight }) => weight));
  const step = 600 / Math.max(1, drawn.length);
  // Sorted by the name of the sign: decisions, which are many, are drawn first and hide no failure and no person.
  const signs = [...marks.signs].sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <svg class="density" viewBox="0 0 600 30" preserveAspectRatio="none" aria-hidden="true">
      {drawn.map(({ weight, shade }, index) => {
        // The height leaves room for the signs above the bars.
        const height = weight === 0 ? 1 : 3 + (19 * weight) / most;
        return (
          <rect
            key={index}
            class={shade}
            data-later={index * width + 1 > moment.seq}
            x={index * step}
            y={30 - height}
            width={Math.min(widestBar, Math.max(1, step - Math.min(1.4, step / 4)))}
            height={height}
          />
        );
      })}
      {signs.map(([seq, sign]) => (
        <rect
          key={seq}
          class="sign"
          data-sign={sign}
          x={(seq / Math.max(1, lastSeq)) * 600 - 1}
          width="2.5"
          height="6"
        />
      ))}
    </svg>
  );
};
