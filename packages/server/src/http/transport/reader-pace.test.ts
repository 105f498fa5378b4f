import { expect, test } from 'vitest';
import { ReaderPace } from './reader-pace.ts';

const kib = 1024;

test('a reader that takes less than 16 KB a second over 30 s is slow, and one that takes more is not', () => {
  const slow = new ReaderPace();
  const quick = new ReaderPace();
  for (let second = 1; second <= 29; second++) {
    slow.note(15 * kib, 1000);
    quick.note(17 * kib, 1000);
  }
  expect([slow.isSlow(), slow.isSlow(1000), quick.isSlow()]).toEqual([false, true, false]);
  slow.note(15 * kib, 1000);
  quick.note(17 * kib, 1000);
  expect([slow.isSlow(), quick.isSlow()]).toEqual([true, false]);
  slow.note(30 * 17 * kib, 30_000);
  expect(slow.isSlow()).toBe(false);
});

test('a reader that takes nothing is slow after 30 s of waiting for it, not while nothing is sent', () => {
  const pace = new ReaderPace();
  expect([pace.isSlow(), pace.isSlow(29_999), pace.isSlow(30_000)]).toEqual([false, false, true]);
});
