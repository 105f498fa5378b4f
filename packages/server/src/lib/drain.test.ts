import { expect, test } from 'vitest';
import { drain } from './drain.ts';

const closing = new AbortController().signal;

test('works at all there is, a batch at a time', async () => {
  const left = [1, 2, 3, 4, 5];
  const done: number[] = [];
  const failures = await drain(
    () => Promise.resolve(left.slice(0, 2)),
    (one) => {
      left.splice(left.indexOf(one), 1);
      done.push(one);
      return Promise.resolve();
    },
    { batch: 2, closing },
  );
  expect([done, failures]).toEqual([[1, 2, 3, 4, 5], []]);
});

test('what fails keeps nothing else from being done, and is not tried again in the same round', async () => {
  const done: number[] = [];
  let looks = 0;
  const failures = await drain(
    () => {
      looks++;
      return Promise.resolve([1, 2, 3]);
    },
    (one) => {
      if (one === 1) return Promise.reject(new Error('stuck'));
      done.push(one);
      return Promise.resolve();
    },
    { batch: 3, closing },
  );
  expect([looks, done, failures]).toEqual([1, [2, 3], [new Error('stuck')]]);
});
