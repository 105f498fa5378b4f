import { describe, expect, test } from 'vitest';
import { wordsBesideCourtesies, wordsOfName } from './courtesies.ts';

const names = new Set(['Mara', 'Ivo the Builder'].flatMap(wordsOfName));

const isCourtesy = (content: string): boolean =>
  wordsBesideCourtesies(content)?.every((word) => names.has(word)) ?? false;

const empty = [
  'Thanks!',
  'Thank you so much, Mara! I really appreciate it.',
  'You’re very welcome, Ivo! It was a pleasure working with you.',
  '👍',
  '🙏🎉✨',
  '…',
  '+1',
  'Agreed, 100 %.',
  'Sorry about that! My apologies for the confusion.',
  'No worries at all. Let me know if you need anything else.',
  'Got it, thanks. Standing by.',
  'Sounds good to me. Looking forward to our next collaboration!',
  '@mara thank you, and have a great day!',
  'Acknowledged. Goodbye!',
  'Likewise! Take care, and see you soon. Bye!',
  'Vielen Dank!',
  'ありがとうございます',
  'Ok',
];

const full = [
  'Thanks. Did the tests pass?',
  'Done: the parser handles CRLF.',
  'I will take the second section.',
  'Thanks, note_01h fixed it.',
  'Yes, use `--json`.',
  'I agree: 3 retries.',
  'Great, see /docs.',
  'The build is broken.',
  'Please review the draft.',
  'No, the limit is wrong.',
  'approved',
  'Merged.',
  'https://example.com',
  'Good, ship it.',
  'thank '.repeat(81),
];

describe('[LOOP-2] a message says nothing when it is made of courtesies alone', () => {
  test.each(empty)('%s says nothing', (content) => {
    expect(isCourtesy(content)).toBe(true);
  });
  test.each(full)('%s says something', (content) => {
    expect(isCourtesy(content)).toBe(false);
  });
});
