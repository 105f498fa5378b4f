import type { Presence } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { silentSince } from './silence.ts';

const at = (minute: number): string => `2026-11-24T07:${String(minute).padStart(2, '0')}:00.000Z`;

const presence = (status: Presence['status'], minute: number): Presence =>
  ({ status, lastActiveAt: at(minute) }) as Presence;

const agents = ['ada', 'bob', 'eve'];
const gone = new Map([
  ['ada', presence('offline', 3)],
  ['bob', presence('offline', 5)],
  ['eve', presence('unknown', 1)],
]);
const now = Date.parse(at(20));

test('nobody is there when all have gone silent, since the last sign of life of any', () => {
  expect(silentSince(agents, gone, now)).toBe(at(5));
  expect(silentSince(agents, new Map([...gone, ['eve', presence('unknown', 9)]]), now)).toBe(at(9));
});

test('an agent that is idle, has just written, or of which nothing is known may be there', () => {
  expect(silentSince(agents, new Map([...gone, ['ada', presence('idle', 19)]]), now)).toBeUndefined();
  expect(silentSince(agents, new Map([...gone, ['eve', presence('unknown', 20)]]), now)).toBeUndefined();
  expect(silentSince([...agents, 'new'], gone, now)).toBeUndefined();
  expect(silentSince(['eve'], gone, now)).toBeUndefined();
  expect(silentSince([], gone, now)).toBeUndefined();
});
