import { expect, test } from 'vitest';
import { encodeCursor } from '../lib/cursor.ts';
import { textCursor } from './page.ts';

test('[API-18] a cursor with a text that no list is sorted by is refused', () => {
  expect(textCursor('files', encodeCursor('files', 'src/é.ts'))).toBe('src/é.ts');
  for (const text of ['a\0b', 'a\ud800']) {
    expect(() => textCursor('files', encodeCursor('files', text))).toThrow('must be the nextCursor');
  }
});
