import { expect, test } from 'vitest';
import { RecentMap } from './recent-map.ts';

test('the entry that was set longest ago is forgotten first', () => {
  const map = new RecentMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
