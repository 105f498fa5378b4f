import { useMemo } from 'preact/hooks';
import type { Shared } from './place.ts';
import { shadeOfActor } from './shade-of-actor.ts';

const bars = 140;

interface Bar {
  /** How much happened, from the size of what was written. */
  weight: number;
  shade: string;
}

/** The weight of an entry: a message or note counts more than a sign of life, a long one more than a short one. */
const weightOf = (name: string): number => (/^(message|note|file)\./.test(name) ? 3 : 1);

/**
 * How much happened where along the log, coloured by who did most of it. It is drawn from what this page holds, so an
 * end that was not read yet is empty.
 */
export const Density = ({ shared }: { shared: Shared }) => {
  const { feed, moment } = shared;
  const last = feed.events.lastSeq;
  const width = Math.max(1, Math.ceil(last / bars));
  const held = feed.events.held;
  const drawn = useMemo(() => {
    const found: Bar[] = [];
    for (let start = 1; start <= last; start += width) {
      const byShade = new Map<string, number>();
      let weight = 0;
      let from = 0;
      let until = 0;
      for (let seq = start; seq < start + width && seq <= last; seq++) {
        const event = feed.events.get(seq);
        if (!event) continue;
        const shade = shadeOfActor(event, shared);
        byShade.set(shade, (byShade.get(shade) ?? 0) + weightOf(event.event));
        weight += weightOf(event.event);
        until = Date.parse(event.timestamp);
        if (from === 0) from = until;
      }
      const [most] = [...byShade].sort(([, a], [, b]) => b - a);
      // Entries close in time stand higher than those spread over minutes.
      const spread = Math.log10(10 + (until - from) / 1000 / width);
      found.push({ weight: weight / spread, shade: most?.[0] ?? 'who-service' });
    }
    return found;
    // A bar per few entries changes little with each of them.
  }, [Math.floor(held / Math.max(1, width / 4)), width, moment.state.seats.size]);
  const most = Math.max(1, ...drawn.map(({ weight }) => weight));
  const step = 600 / Math.max(1, drawn.length);
  return (
    <svg class="density" viewBox="0 0 600 30" preserveAspectRatio="none" aria-hidden="true">
      {drawn.map(({ weight, shade }, index) => {
        const height = weight === 0 ? 1 : 3 + (26 * weight) / most;
        return (
          <rect
            key={index}
            class={shade}
            data-later={index * width + 1 > moment.seq}
            x={index * step}
            y={30 - height}
            width={Math.max(1, step - Math.min(1.4, step / 4))}
            height={height}
          />
        );
      })}
    </svg>
  );
};
