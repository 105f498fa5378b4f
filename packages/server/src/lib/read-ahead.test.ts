import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

const log: string[] = [];

async function* items(): AsyncGenerator<number> {
  try {
    for (let made = 1; made <= 3; made++) {
      await Promise.resolve();
      log.push(`made ${String(made)}`);
      yield made;
    }
  } finally {
    log.push('ended');
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the next item is made while the last is used, and no more than that', async () => {
  log.length = 0;
  for await (const item of readAhead(items())) {
    await settle();
    log.push(`used ${String(item)}`);
  }
  expect(log).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'ended', 'used 3']);
});

test('whoever stops early waits until nothing is made any more', async () => {
  log.length = 0;
  for await (const item of readAhead(items())) if (item === 1) break;
  expect(log).toEqual(['made 1', 'made 2', 'ended']);
});

test('a failure comes after the items that were made before it', async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    await settle();
    throw new Error('broken');
  }
  const used: number[] = [];
  const useAll = async (): Promise<void> => {
    for await (const item of readAhead(broken())) {
      used.push(item);
      await settle();
    }
  };
  await expect(useAll()).rejects.toThrow('broken');
  expect(used).toEqual([1]);
});
