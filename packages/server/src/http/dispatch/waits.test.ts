import { deepEqual, rejects } from 'node:assert/strict';
import { test } from 'vitest';
import { Bus } from '../../events/bus.ts';
import { longPoll } from './waits.ts';

const aLongPoll = {
  bus: new Bus(),
  topic: 'session',
  waitMs: 5_000,
  signal: new AbortController().signal,
  isEmpty: (items: string[]) => items.length === 0,
};

test('INB-7 a long poll reads once more when nothing further can come', async () => {
  const log: string[] = [];
  const items = await longPoll({
    ...aLongPoll,
    read: () => Promise.resolve([...log]),
    mayContinue: () => {
      log.push('completed');
      return Promise.resolve(false);
    },
  });
  deepEqual(items, ['completed']);
});

test('SEAT-6 what a long poll found is not answered to a caller that lost access meanwhile', async () => {
  const reply = longPoll({
    ...aLongPoll,
    read: () => Promise.resolve(['news']),
    mayContinue: () => Promise.reject(new Error('no access')),
  });
  await rejects(reply, /no access/);
});
