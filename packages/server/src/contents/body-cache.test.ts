import { expect, test } from 'vitest';
import { BodyCache } from './body-cache.ts';

test('keeps what was used last, within its memory', () => {
  const cache = new BodyCache(100);
  cache.put('a', Buffer.alloc(40));
  cache.put('b', 'x'.repeat(20));
  expect(cache.get('a')).toHaveLength(40);
  cache.put('c', Buffer.alloc(40));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toHaveLength(40);
  expect(cache.get('c')).toHaveLength(40);
});

test('keeps nothing that is larger than its memory, and nothing twice', () => {
  const cache = new BodyCache(100);
  cache.put('large', 'x'.repeat(51));
  expect(cache.get('large')).toBeUndefined();
  for (let time = 0; time < 10; time++) cache.put('a', Buffer.alloc(60));
  cache.put('b', Buffer.alloc(40));
  expect(cache.get('a')).toHaveLength(60);
});
