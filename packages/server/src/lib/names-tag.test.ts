import { expect, test } from 'vitest';
import { namesTag } from './names-tag.ts';

test('a tag is found in a list of tags', () => {
  expect(namesTag(undefined, '"a"')).toBe(false);
  expect(namesTag('"a"', '"a"')).toBe(true);
  expect(namesTag(' "b" ,\t"a" ', '"a"')).toBe(true);
  expect(namesTag('"ab"', '"a"')).toBe(false);
});

test('a header of spaces is read in moments', () => {
  const header = `"a${' '.repeat(15_500)}"`;
  const began = performance.now();
  for (let count = 0; count < 50; count++) namesTag(header, '"b"');
  expect(performance.now() - began).toBeLessThan(500);
});
