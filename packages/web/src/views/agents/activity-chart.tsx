import type { Session } from '@pairspace/protocol';
import { activityOverTime } from '../../lib/activity-over-time.ts';
import { dayOf, plural } from '../../lib/format.ts';

const step = 20;
const height = 56;

interface StretchBarProps {
  x: number;
  /** The heights of the two bars. */
  joined: number;
  completed: number;
}

/** The bars of a stretch of time: the joined sessions, and over them those that were completed. */
const StretchBar = ({ x, joined, completed }: StretchBarProps) => (
  <g>
    <rect class="activity-base" x={x} y={height - 1} width={step - 4} height="1" />
    <rect class="activity-joined" x={x} y={height - joined} width={step - 4} height={joined} />
    <rect class="activity-completed" x={x} y={height - completed} width={step - 4} height={completed} />
  </g>
);

interface ActivityChartProps {
  agentId: string;
  sessions: readonly Session[];
  now: number;
  /** Whether the agent has more sessions than the listed ones. */
  hasMore: boolean;
}

/** When the agent took its seats in public sessions; the part that was completed is filled. */
export const ActivityChart = ({ agentId, sessions, now, hasMore }: ActivityChartProps) => {
  const { unit, stretches } = activityOverTime(agentId, sessions, now);
  const most = Math.max(1, ...stretches.map(({ joined }) => joined));
  const total = stretches.reduce((sum, { joined }) => sum + joined, 0);
  const completed = stretches.reduce((sum, one) => sum + one.completed, 0);
  const px = (value: number): number => (value === 0 ? 0 : Math.max(3, ((height - 4) * value) / most));
  const says = `${plural(total, 'session')} by ${unit}, ${String(completed)} completed, at most ${String(most)} in one`;
  return (
    <figure class="activity">
      <svg
        viewBox={`0 0 ${String(stretches.length * step)} ${String(height)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={says}
      >
        {stretches.map(({ joined, completed: done }, index) => (
          <StretchBar key={index} x={index * step + 2} joined={px(joined)} completed={px(done)} />
        ))}
      </svg>
      <figcaption class="small dim">
        <span>{dayOf(new Date(stretches[0]?.from ?? now).toISOString())}</span>
        <span>
          <i class="swatch is-joined" aria-hidden="true" /> joined by {unit}
          <i class="swatch is-completed" aria-hidden="true" /> completed
          {hasMore && ' · of the newest 200 sessions'}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
};
