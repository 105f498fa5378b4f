import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, placedWords, sequencesOf, wordsOf } from './words.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'é',
        'e\u0301',
        'ß',
        'İ',
        'ς',
        '東',
        'が',
        'か\u3099',
        'ส',
        'วั',
        '한',
        '½',
        'ﷺ',
        'a\u200Db',
        '_',
        '.',
        ' ',
        'X',
      ),
    )
    .map((parts) => parts.join('')),
);

test('[SRCH-3] every word is bounded, well formed, and made of letters, or digits, or signs of a name', () => {
  fc.assert(
    fc.property(text, (given) => {
      for (const { word, from, to } of placedWords(given)) {
        expect(word).toMatch(/^(?:[\p{L}\p{M}]+|[\p{N}\p{M}]+|\+\+|#)$/u);
        expect(word.isWellFormed()).toBe(true);
        expect(word.length).toBeLessThanOrEqual(64);
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(given.length);
      }
    }),
  );
});

test('[SRCH-3] a word is the same in every normal form and case, and its own word', () => {
  const word = fc.constantFrom(
    'Café',
    'STRASSE',
    'straße',
    'İstanbul',
    'ΟΔΟΣ',
    'οδος',
    'Łódź',
    'ёлка',
    'Ёлка',
    'ガギ',
    '한국',
    'Ǆ',
    'ﬁn',
    '㌀',
    'ໜ',
  );
  fc.assert(
    fc.property(fc.oneof(word, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })), (given) => {
      const words = wordsOf(given);
      expect(wordsOf(given.normalize('NFD'))).toEqual(words);
      expect(wordsOf(given.normalize('NFC'))).toEqual(words);
      // Enclosed numbers such as ㊀ are letters when they are taken apart. Signs and marks are words behind others alone.
      if (/[\p{No}\p{Nl}+#]/u.test(given)) return;
      for (const one of words) if (!/^\p{M}/u.test(one)) expect(wordsOf(one)).toEqual([one]);
    }),
  );
  expect(wordsOf('STRASSE straße')).toEqual(['strasse', 'strasse']);
});

test('[SRCH-3] a text of ASCII has the same words as in a longer text, each in its place', () => {
  const plain = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 200 }),
    fc.stringMatching(/^(?:[A-Za-z0-9]{60,70}[ _-]){1,3}$/),
  );
  fc.assert(
    fc.property(plain, (given) => {
      expect(wordsOf(given)).toEqual(Array.from(placedWords(given), ({ word }) => word));
      expect([...wordsOf(given), '東']).toEqual(wordsOf(`${given} 東`));
    }),
  );
});

test('[SRCH-3] characters of a script without spaces are words beside words of other scripts', () => {
  expect(wordsOf('Node版本26.10のAPI')).toEqual(['node', '版', '本', '26', '10', 'の', 'api']);
  expect(wordsOf('abcไทยdef')).toEqual(['abc', 'ไ', 'ท', 'ย', 'def']);
});

test('[SRCH-3] the words of two texts with a space between are those of both', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(wordsOf(`${one}\n${other}`)).toEqual([...wordsOf(one), ...wordsOf(other)]);
    }),
  );
});

test('[SRCH-7] a folded text has the words of the text in it', () => {
  fc.assert(
    fc.property(text, (given) => {
      const folded = foldText(given);
      for (const { word, from, to } of placedWords(given)) {
        // A ligature of several words has spaces when it is taken apart, and a long word was cut.
        const isWhole = to - from <= 16 && /^[\p{L}\p{M}]+$/u.test(given.slice(from, to).normalize('NFKD'));
        if (isWhole) expect(folded).toContain(word);
      }
    }),
  );
});

test.each([
  ['at 2026-11-29T18:00:00Z', ['at', '2026', '11', '29', 't', '18', '00', '00', 'z']],
  ['C++ and C#, but not a+b or #tag', ['c', '++', 'and', 'c', '#', 'but', 'not', 'a', 'b', 'or', 'tag']],
  ['utf8 v2.10', ['utf', '8', 'v', '2', '10']],
  ['서버를', ['서', '버', '를']],
])('[SRCH-3] the words of %s', (given, words) => {
  expect(wordsOf(given)).toEqual(words);
});

test('[SRCH-3] the parts of a name with changes of case are a sequence of their own, once', () => {
  expect(sequencesOf('getUserById calls getUserById, HTTPServer2Go and plain')).toEqual([
    ['getuserbyid', 'calls', 'getuserbyid', 'httpserver', '2', 'go', 'and', 'plain'],
    ['get', 'user', 'by', 'id'],
    ['http', 'server', '2', 'go'],
  ]);
});
