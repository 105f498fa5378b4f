import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['', '', 0],
  ['', 'ada', 3],
  ['python', 'python', 0],
  ['python', 'pyhton', 1],
  ['sned', 'send', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['title', 'tite', 1],
])('from %j to %j', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
  expect(editDistance(other, one)).toBe(edits);
});
