import { expect, test } from 'vitest';
import { quote } from './quote.ts';

test('[BRF-4] line breaks at the end are no part of a quotation', () => {
  expect(quote('a\n\nb\n\n', 100)).toEqual({ text: '> a\n>\n> b', isCut: false });
});

test('a text of line breaks is quoted in moments', () => {
  const text = `${'\n'.repeat(20_000)}a`;
  const began = performance.now();
  for (let count = 0; count < 10; count++) quote(text, 30_000);
  expect(performance.now() - began).toBeLessThan(2000);
});
