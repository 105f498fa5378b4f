import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('[EXP-9] slots are handed over in the order of asking, and not twice', async () => {
  const slots = new Slots(1);
  const order: string[] = [];
  const first = await slots.take(0);
  const others = ['second', 'third'].map(async (name) => {
    using slot = await slots.take(10_000);
    order.push(`${name} ${slot ? 'has it' : 'has none'}`);
    await Promise.resolve();
    order.push(`${name} is done`);
  });
  order.push('first is done');
  first?.[Symbol.dispose]();
  await Promise.all(others);
  expect(order).toEqual(['first is done', 'second has it', 'second is done', 'third has it', 'third is done']);
});

test('[EXP-9] who waited in vain takes no slot with it', async () => {
  const slots = new Slots(1);
  const first = await slots.take(0);
  expect(await slots.take(1)).toBeUndefined();
  first?.[Symbol.dispose]();
  expect(await slots.take(0)).toBeDefined();
  expect(await slots.take(0)).toBeUndefined();
});
