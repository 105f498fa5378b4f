import { expect, test } from 'vitest';
import { unclearSentences } from './comment-openings.ts';

test.each([
  ['/** What a worker holds. */', 'What a worker holds.'],
  ['// Whoever comes first wins.', 'Whoever comes first wins.'],
  ['const a = 1; /\u002f Of the free slots those that are left.', 'Of the free slots those that are left.'],
  ['{/* It is drawn once. */}', 'It is drawn once.'],
  ['  # So many look as often as one alone.', 'So many look as often as one alone.'],
  ['/**\n * The lease ends here. Whoever renews\n * it is refused.\n */', 'Whoever renews it is refused.'],
  ['// The worker claims a job.\n// One that fails is queued again.', 'One that fails is queued again.'],
])('a sentence that begins with a pronoun or an inversion is found: %s', (source, sentence) => {
  expect(unclearSentences(source)).toEqual([sentence]);
});

test.each([
  '/** The lease of a worker. It ends after a minute. */',
  "const text = 'What a worker holds.';",
  'const markdown = `\nWhat stands in a text is no comment.\n`;',
  '// Oneself, Thatcher and Whataboutism begin with no pronoun.',
  '#!/bin/sh',
])('nothing else is found: %s', (source) => {
  expect(unclearSentences(source)).toEqual([]);
});
