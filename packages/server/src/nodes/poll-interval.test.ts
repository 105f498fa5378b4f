import { expect, test } from 'vitest';
import { pollIntervalOf } from './poll-interval.ts';

test('a few nodes wait as long as one alone, so that none is missed', () => {
  for (const nodes of [0, 1, 4]) expect(pollIntervalOf(nodes, 1000)).toBe(1000);
});

test('many nodes together look about as often as four, at times of their own', () => {
  expect([0, 0.5, 1].map((chance) => pollIntervalOf(40, 1000, () => chance))).toEqual([5000, 10_000, 15_000]);
});

test('none waits much longer than half a minute, unless one alone would', () => {
  expect(pollIntervalOf(1000, 1000, () => 1)).toBe(45_000);
  expect(pollIntervalOf(1000, 3_600_000, () => 0)).toBe(3_600_000);
});
