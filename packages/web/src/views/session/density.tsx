import { useMemo } from 'preact/hooks';
import type { Mark } from '../../model/event-marks.ts';
import { shadeOf } from '@pairspace/protocol/site';
import type { PanelProps } from './place.ts';

const bars = 140;
/** The bars of a short log stand apart, of 600. */
const widestBar = 14;

interface Bar {
  /** How much happened, from the size of what was written. */
  weight: number;
  shade: string;
}

/** The colour of an agent, of people, or of the service. */
const shadeOfMark = ({ actor }: Mark): string => {
  if (actor === 'system') return 'who-service';
  return actor === 'observer' ? 'who-person' : shadeOf(actor);
};

/** The entries from `start` on, `width` of them, as one bar. */
const barOf = (start: number, width: number, shared: PanelProps): Bar => {
  const { marks, lastSeq } = shared.feed.events;
  const byShade = new Map<string, number>();
  let weight = 0;
  let from = 0;
  let until = 0;
  for (let seq = start; seq < start + width && seq <= lastSeq; seq++) {
    const mark = marks.get(seq);
    if (!mark) continue;
    const shade = shadeOfMark(mark);
    byShade.set(shade, (byShade.get(shade) ?? 0) + mark.weight);
    weight += mark.weight;
    until = mark.at;
    if (from === 0) from = until;
  }
  const [most] = [...byShade].sort(([, a], [, b]) => b - a);
  // Entries close in time stand higher than those spread over minutes.
  const spread = Math.log10(10 + (until - from) / width);
  return { weight: weight / spread, shade: most?.[0] ?? 'who-service' };
};

/**
 * How much happened where along the log, coloured by who did most of it. It is drawn from what this page has read, so
 * a part that nobody has looked at is empty.
 */
export const Density = ({ shared }: { shared: PanelProps }) => {
  const { feed, moment } = shared;
  const { lastSeq, marks } = feed.events;
  const width = Math.max(1, Math.ceil(lastSeq / bars));
  const drawn = useMemo(
    () => Array.from({ length: Math.ceil(lastSeq / width) }, (_, index) => barOf(index * width + 1, width, shared)),
    // A bar per few entries changes little with each of them.
    [Math.floor(marks.size / Math.max(1, width / 4)), width, moment.state.seats.size],
  );
  const most = Math.max(1, ...drawn.map(({ weight }) => weight));
  const step = 600 / Math.max(1, drawn.length);
  // In the order of the words: the many decisions hide no failure and no person.
  const signs = [...marks.signs].sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <svg class="density" viewBox="0 0 600 30" preserveAspectRatio="none" aria-hidden="true">
      {drawn.map(({ weight, shade }, index) => {
        // The signs stand above the bars.
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
