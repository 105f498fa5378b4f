import { expect, test } from 'vitest';
import { jsonLine } from './text.ts';

test('JSON holds nothing that a terminal would obey, and parses to the same value', () => {
  const value = { text: '\u001b[2J\u009b2J\u202e \u{e0101} naïve 漢字 ❤\ufe0f\n' };
  const json = jsonLine(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe(
    String.raw`{"text":"\u001b[2J\u009b2J\u202e \udb40\udd01 naïve 漢字 ❤` + '\ufe0f' + String.raw`\n"}`,
  );
});
