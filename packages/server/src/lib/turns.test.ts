import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedTurns, Turns } from './turns.ts';

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

test.each(['short', 'long'] as const)(
  '%s work of many that begins at once lets others run, in the order in which it came',
  async (length) => {
    const turns = new SharedTurns();
    const order: number[] = [];
    let others = 0;
    const other = setInterval(() => others++, 1);
    const work = async (index: number): Promise<void> => {
      await turns.take(length, 'client');
      const until = performance.now() + 2;
      while (performance.now() < until);
      order.push(index);
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));
    clearInterval(other);
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(others).toBeGreaterThanOrEqual(length === 'long' ? 8 : 2);
  },
);

test.each(['short', 'long'] as const)('%s work waits for nobody who comes again and again', async (length) => {
  const turns = new SharedTurns();
  let done = 0;
  const comesAgain = async (): Promise<void> => {
    while (done < 200) {
      await turns.take('long', 'client');
      done++;
    }
  };
  const others = Promise.all(Array.from({ length: 5 }, comesAgain));
  await nextTurn();
  const before = done;
  await turns.take(length, 'client');
  expect(done - before).toBeLessThan(10);
  await others;
});

test('a client does not wait behind all that another has asked for', async () => {
  const turns = new SharedTurns();
  const order: string[] = [];
  const work = async (client: string): Promise<void> => {
    await turns.take('long', client);
    order.push(client);
  };
  await Promise.all([...Array.from({ length: 50 }, () => work('many')), work('one'), work('other')]);
  expect(order.indexOf('one')).toBeLessThan(4);
  expect(order.indexOf('other')).toBeLessThan(4);
  expect(order).toHaveLength(52);
});
