import type { Session } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { activityOverTime } from './activity-over-time.ts';

const now = Date.UTC(2026, 10, 24);
const dayMs = 24 * 60 * 60_000;

const session = (daysAgo: number, status: Session['status'] = 'active'): Session =>
  ({
    status,
    agents: [
      { agentId: 'other', joinedAt: new Date(0).toISOString() },
      { agentId: 'ada', joinedAt: new Date(now - daysAgo * dayMs).toISOString() },
    ],
  }) as unknown as Session;

test('sessions are counted by the day in which the agent took its seat', () => {
  const { unit, stretches } = activityOverTime('ada', [session(0), session(0.5, 'completed'), session(3)], now);
  expect(unit).toBe('day');
  expect(stretches).toHaveLength(12);
  expect(stretches.at(-1)).toMatchObject({ joined: 2, completed: 1 });
  expect(stretches.at(-4)).toMatchObject({ joined: 1, completed: 0 });
  expect(stretches.reduce((sum, { joined }) => sum + joined, 0)).toBe(3);
});

test('a longer time is told in weeks, and what is older than two years of months is left out', () => {
  expect(activityOverTime('ada', [session(100)], now)).toMatchObject({ unit: 'week' });
  const { unit, stretches } = activityOverTime('ada', [session(1), session(2000)], now);
  expect(unit).toBe('month');
  expect(stretches.reduce((sum, { joined }) => sum + joined, 0)).toBe(1);
  expect(activityOverTime('ada', [], now).stretches.every(({ joined }) => joined === 0)).toBe(true);
});
