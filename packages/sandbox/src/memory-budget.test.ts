import { expect, test } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

test('memory is given in the order of asking, and what is larger than all gets all', async () => {
  const budget = new MemoryBudget(100);
  const order: string[] = [];
  const first = await budget.take(80, undefined);
  const large = budget.take(500, undefined).then((release) => {
    order.push('large');
    return release;
  });
  const small = budget.take(10, undefined).then((release) => {
    order.push('small');
    return release;
  });
  expect(budget.takeSpare(1)).toBeUndefined();
  first();
  (await large)();
  (await small)();
  expect([order, budget.usedMb]).toEqual([['large', 'small'], 0]);
});

test('who gives up waiting holds up nobody, and is forgotten alone', async () => {
  const budget = new MemoryBudget(100);
  const first = await budget.take(80, undefined);
  const controller = new AbortController();
  const given = budget.take(90, controller.signal);
  const next = budget.take(20, undefined);
  controller.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  const release = await next;
  expect(budget.usedMb).toBe(100);
  release();
  first();
  first();
  expect(budget.usedMb).toBe(0);
});
