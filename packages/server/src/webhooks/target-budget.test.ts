import { expect, test } from 'vitest';
import { TargetBudget } from './target-budget.ts';

const rates = { requests: 3, bytes: 1000, windowMs: 60_000 };

test('[HOOK-33] no window has more requests than it may, and what waits is told for how long', () => {
  let now = 0;
  const budget = new TargetBudget(rates, () => now);
  for (const at of [0, 10_000, 50_000]) {
    now = at;
    expect(budget.take('192.0.2.1', 10)).toBeUndefined();
  }
  expect(budget.take('192.0.2.1', 10)).toEqual({ waitMs: 10_000 });
  expect(budget.take('192.0.2.2', 10)).toBeUndefined();
  now = 60_000;
  expect(budget.take('192.0.2.1', 10)).toBeUndefined();
  expect(budget.take('192.0.2.1', 10)).toEqual({ waitMs: 10_000 });
});

test('[HOOK-33] no window has more bytes than it may, and what is larger than a window goes alone', () => {
  let now = 0;
  const budget = new TargetBudget(rates, () => now);
  expect(budget.take('192.0.2.1', 600)).toBeUndefined();
  expect(budget.take('192.0.2.1', 400)).toBeUndefined();
  expect(budget.take('192.0.2.1', 1)).toEqual({ waitMs: 60_000 });
  now = 60_000;
  expect(budget.take('192.0.2.1', 5000)).toBeUndefined();
  expect(budget.take('192.0.2.1', 1)).toEqual({ waitMs: 60_000 });
});

test('[HOOK-33] a network of IPv6 is one receiver, and an IPv4 address however it is written', () => {
  const budget = new TargetBudget({ ...rates, requests: 1 }, () => 0);
  expect(budget.take('2001:db8::1', 1)).toBeUndefined();
  expect(budget.take('2001:db8:0:0:ffff::2', 1)).toEqual({ waitMs: 60_000 });
  expect(budget.take('192.0.2.1', 1)).toBeUndefined();
  expect(budget.take('::ffff:192.0.2.1', 1)).toEqual({ waitMs: 60_000 });
});

test('addresses to which nothing went of late are forgotten', () => {
  let now = 0;
  const budget = new TargetBudget(rates, () => now);
  for (let index = 0; index < 1000; index++) budget.take(`10.0.${String(index >> 8)}.${String(index & 255)}`, 1);
  now = 60_000;
  budget.take('192.0.2.1', 1);
  expect(budget.size).toBe(1);
});
