import { ServiceError } from '@pairspace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';

const pieces = fc.constantFrom(
  '"',
  '“',
  '-',
  '*',
  ' ',
  'a',
  'red',
  'Łódź',
  '東京',
  '🎉',
  '\u0301',
  '\u202E',
  "'",
  ':',
  'OR',
  '\\',
);

test('[SRCH-2] every query is parsed into bounded terms or refused with a sentence about q', () => {
  const query = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('').slice(0, 200)),
    fc.string({ unit: 'grapheme', maxLength: 100 }).map((text) => text.slice(0, 200)),
  );
  fc.assert(
    fc.property(query, (q) => {
      try {
        const terms = parseQuery(q);
        expect(terms.length).toBeLessThanOrEqual(8);
        expect(terms.some(({ negative }) => !negative)).toBe(true);
        for (const { words } of terms) expect(words.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        expect((error as ServiceError).message).toMatch(/^query\.q: must /);
      }
    }),
  );
});

test('[SRCH-2] terms are words, phrases, prefixes, and what must not be there', () => {
  expect(parseQuery('Red "apple Pie" gre* -"not this" -draft* src/a.ts --flag')).toEqual([
    { words: ['red'], prefix: false, negative: false },
    { words: ['apple', 'pie'], prefix: false, negative: false },
    { words: ['gre'], prefix: true, negative: false },
    { words: ['not', 'this'], prefix: false, negative: true },
    { words: ['draft'], prefix: true, negative: true },
    { words: ['src', 'a', 'ts'], prefix: false, negative: false },
    { words: ['flag'], prefix: false, negative: false },
  ]);
});
