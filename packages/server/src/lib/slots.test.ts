import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('[EXP-9] slots are handed over in the order of asking, and not twice', async () => {
  const slots = new Slots({ count: 1 });
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
  const slots = new Slots({ count: 1 });
  const first = await slots.take(0);
  expect(await slots.take(1)).toBeUndefined();
  first?.[Symbol.dispose]();
  expect(await slots.take(0)).toBeDefined();
  expect(await slots.take(0)).toBeUndefined();
});

test('[EXP-9] an address gets no more slots than its share, and those behind it in the queue pass it', async () => {
  const slots = new Slots({ count: 3, perAddress: 2 });
  const greedy = { isMember: true, address: 'greedy' };
  const held = [await slots.take(0, greedy), await slots.take(0, greedy)];
  expect(await slots.take(0, greedy)).toBeUndefined();
  const third = slots.take(10_000, greedy);
  const other = { isMember: true, address: 'other' };
  const others = [await slots.take(0, other), slots.take(10_000, other)];
  held[0]?.[Symbol.dispose]();
  expect(await third).toBeDefined();
  held[1]?.[Symbol.dispose]();
  expect(await others[1]).toBeDefined();
});

test('[EXP-10] work waits for its slot, and gives it back when it fails', async () => {
  const slots = new Slots({ count: 1 });
  const { promise, reject } = Promise.withResolvers<never>();
  const order: string[] = [];
  const first = slots.run(() => promise);
  const second = slots.run(() => Promise.resolve(order.push('second')));
  order.push('first');
  reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(order).toEqual(['first', 'second']);
});
