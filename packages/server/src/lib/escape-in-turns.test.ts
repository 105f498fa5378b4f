import { expect, test } from 'vitest';
import { escapeInTurns } from './escape-in-turns.ts';
import { escapeHtml } from './markup.ts';
import { Turns } from './turns.ts';

test.each([
  ['lines', 'one line of text & <markup>\r\n'.repeat(3000)],
  ['one long line', 'word "quoted" '.repeat(5000)],
  ['emoji that are joined', '👩‍👩‍👧‍👦 '.repeat(5000)],
  ['what is hidden', '\u007f\u202e'.repeat(20_000)],
  ['characters of two units', '🙂'.repeat(20_000)],
])('%s are escaped in pieces as they are at once', async (_, text) => {
  expect((await escapeInTurns(text, new Turns())).text).toBe(escapeHtml(text));
});
