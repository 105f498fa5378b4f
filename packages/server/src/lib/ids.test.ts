import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('[API-15] ids sort by age, also those of one millisecond, and differ in 85 random bits', () => {
  const ids = [...Array.from({ length: 500 }, () => newId('x', 1000)), newId('x', 1001), newId('x', 2 ** 44)];
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^x_[0-9a-hjkmnp-tv-z]{28}$/);
  expect(new Set(ids.map((id) => id.slice(-17))).size).toBe(ids.length);
});
