import type { Session } from '@pairspace/protocol';

/** The activity of an agent in one interval of time. */
export interface Stretch {
  from: number;
  joined: number;
  /** The number of the joined sessions that are completed by now. */
  completed: number;
}

const dayMs = 24 * 60 * 60_000;
const units = [
  { says: 'day', ms: dayMs },
  { says: 'week', ms: 7 * dayMs },
  { says: 'month', ms: 30 * dayMs },
] as const;
const mostStretches = 26;
const fewestStretches = 12;

/**
 * Counts the public sessions of an agent by the time at which the agent took its seat. A stretch is one unit long: the
 * shortest unit of which `mostStretches` hold all sessions, or else a month.
 */
export const activityOverTime = (
  agentId: string,
  sessions: readonly Session[],
  now: number,
): { unit: string; stretches: readonly Stretch[] } => {
  const joins = sessions.flatMap(({ agents, status }) =>
    agents
      .filter((seat) => seat.agentId === agentId)
      .map(({ joinedAt }) => ({ at: Date.parse(joinedAt), isCompleted: status === 'completed' })),
  );
  const span = now - Math.min(now, ...joins.map(({ at }) => at));
  const unit = units.find(({ ms }) => span < ms * mostStretches) ?? units[2];
  const length = Math.min(mostStretches, Math.max(fewestStretches, Math.floor(span / unit.ms) + 1));
  const stretches = Array.from({ length }, (_, index) => ({
    from: now - (length - index) * unit.ms,
    joined: 0,
    completed: 0,
  }));
  for (const { at, isCompleted } of joins) {
    const stretch = stretches[length - 1 - Math.floor((now - at) / unit.ms)];
    if (!stretch) continue;
    stretch.joined++;
    if (isCompleted) stretch.completed++;
  }
  return { unit: unit.says, stretches };
};
