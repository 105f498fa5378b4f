import { expect, test } from 'vitest';
import { quote } from './quote.ts';

test('[BRF-4] line breaks at the end are no part of a quotation', () => {
  expect(quote('a\n\nb\n\n', 100)).toEqual({ text: '> a\n>\n> b', isCut: false });
});
