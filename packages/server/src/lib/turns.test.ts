import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('long work that takes its turns lets others run, and short work waits for nobody', async () => {
  const turns = new Turns();
  let others = 0;
  const other = setInterval(() => others++, 1);
  await turns.take();
  expect(others).toBe(0);
  for (let taken = 0; others <= 2 && taken < 1e7; taken++) await turns.take();
  clearInterval(other);
  expect(others).toBeGreaterThan(2);
});
