import { expect, test } from 'vitest';
import { hasLongText, jsonInTurns } from './json-in-turns.ts';

test('[NET-4] an object with long texts is the same JSON as at once', async () => {
  const value = {
    id: 'job_1',
    left: undefined,
    stdout: `a${'😀\u0001"\\'.repeat(300_000)}`,
    inner: { list: [1, null] },
    stderr: '\n'.repeat(600_000),
  };
  expect(hasLongText(value)).toBe(true);
  expect((await jsonInTurns(value)) === JSON.stringify(value)).toBe(true);
});

test('[NET-4] what holds no long text is no matter of turns', () => {
  expect(hasLongText({ content: 'x'.repeat(10_000), list: ['x'.repeat(1_000_000)] })).toBe(false);
  expect(hasLongText(null)).toBe(false);
  expect(hasLongText('x'.repeat(1_000_000))).toBe(false);
});
