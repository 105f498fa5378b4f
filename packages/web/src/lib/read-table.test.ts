import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

test('separated values are read with their quotes, up to so many rows', () => {
  expect(readTable('a,b\r\n"x, ""y""","two\nlines"\n1,', ',', 10)).toEqual([
    ['a', 'b'],
    ['x, "y"', 'two\nlines'],
    ['1', ''],
  ]);
  expect(readTable('a\tb\nc\td\ne\tf\n', '\t', 2)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(readTable('', ',', 5)).toEqual([]);
});
