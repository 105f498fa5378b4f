import type { Event } from '@pairspace/protocol';

const bars = 30;
/** The shortest time that the chart spans, so that a new session fills only the end of the chart. */
const shortestMs = 5 * 60_000;

/**
 * The newest entries of a session over time, as bars up to now. If the last entry is long ago, the bars end with it.
 */
export const Pace = ({ events, now }: { events: readonly Event[]; now: number }) => {
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return null;
  const sinceLast = now - Date.parse(last.timestamp);
  const until = sinceLast < 10 * 60_000 ? now : Date.parse(last.timestamp);
  const from = Math.min(Date.parse(first.timestamp), until - shortestMs);
  const width = (until - from) / bars;
  const counts = Array.from({ length: bars }, () => 0);
  for (const { timestamp } of events) {
    const at = Math.max(0, Math.min(bars - 1, Math.floor((Date.parse(timestamp) - from) / width)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(...counts, 3);
  return (
    <svg class="pace" viewBox={`0 0 ${String(bars * 4)} 24`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((value, index) => {
        const height = value === 0 ? 1 : 3 + (20 * value) / most;
        return <rect key={index} x={index * 4} y={24 - height} width="3" height={height} data-empty={value === 0} />;
      })}
    </svg>
  );
};
