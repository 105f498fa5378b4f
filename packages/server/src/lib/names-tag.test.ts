import { expect, test } from 'vitest';
import { namesTag } from './names-tag.ts';

test('a tag is found in a list of tags', () => {
  expect(namesTag(undefined, '"a"')).toBe(false);
  expect(namesTag('"a"', '"a"')).toBe(true);
  expect(namesTag(' "b" ,\t"a" ', '"a"')).toBe(true);
  expect(namesTag('"ab"', '"a"')).toBe(false);
});
