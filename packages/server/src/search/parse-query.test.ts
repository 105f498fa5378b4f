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
        const { terms } = parseQuery(q);
        expect(terms.length).toBeLessThanOrEqual(20);
        expect(terms.some(({ negative }) => !negative)).toBe(true);
        for (const { forms } of terms) for (const words of forms) expect(words.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        expect((error as ServiceError).message).toMatch(/^query\.q: must /);
      }
    }),
  );
});

test('[SRCH-2] terms are words, phrases, prefixes, and what must not be there', () => {
  expect(parseQuery('Red "apple Pie" gre* -"not this" -draft* src/a.ts --flag userById')).toEqual({
    terms: [
      { forms: [['red']], prefix: false, negative: false },
      { forms: [['apple', 'pie']], prefix: false, negative: false },
      { forms: [['gre']], prefix: true, negative: false },
      { forms: [['not', 'this']], prefix: false, negative: true },
      { forms: [['draft']], prefix: true, negative: true },
      { forms: [['src', 'a', 'ts']], prefix: false, negative: false },
      { forms: [['flag']], prefix: false, negative: false },
      { forms: [['userbyid'], ['user', 'by', 'id']], prefix: false, negative: false },
    ],
    warnings: [],
  });
});

test.each([
  ['login / logout', 2, 'Signs without a letter or a digit were left out: /'],
  ['foo & bar 🎉', 2, 'Signs without a letter or a digit were left out: & 🎉'],
  ['{"error": "not found"}', 2, 'Signs without a letter or a digit were left out: { : }'],
  ['a "phrase that goes on', 2, undefined],
  ['src/**/*.ts', 1, undefined],
  ['x '.repeat(25), 20, 'Only the first 20 terms were searched for.'],
])('[SRCH-2] %s is a query', (q, count, warning) => {
  const { terms, warnings } = parseQuery(q);
  expect(terms).toHaveLength(count);
  expect(warnings).toEqual(warning === undefined ? [] : [warning]);
});
