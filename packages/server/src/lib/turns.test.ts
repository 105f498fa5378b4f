import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('[NET-34] long work that takes its turns lets others run, and short work waits for nobody', async () => {
  const turns = new Turns();
  let others = 0;
  const other = setInterval(() => others++, 1);
  await turns.take();
  expect(others).toBe(0);
  const until = performance.now() + 4000;
  while (others <= 2 && performance.now() < until) await turns.take();
  clearInterval(other);
  expect(others).toBeGreaterThan(2);
});
