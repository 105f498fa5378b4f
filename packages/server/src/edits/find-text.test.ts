import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findText } from './find-text.ts';

const bySplitting = (text: string, pattern: string): number[] => {
  const parts = text.split(pattern).slice(0, -1);
  let at = -pattern.length;
  return parts.map((part) => (at += pattern.length + part.length));
};

test('finds every occurrence from left to right without overlap, for short patterns and long ones', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
  fc.assert(
    fc.property(
      text,
      text.filter((pattern) => pattern !== ''),
      fc.constantFrom(1, 60),
      (hay, needle, times) => {
        const [long, pattern] = [hay.repeat(times * 3), needle.repeat(times)];
        expect([...findText(long, pattern)]).toEqual(bySplitting(long, pattern));
      },
    ),
  );
});

test('a pattern that almost matches everywhere takes milliseconds', () => {
  const half = 'a'.repeat(50_000);
  const began = performance.now();

  expect([...findText('a'.repeat(1_000_000), `${half}b${half}`)]).toEqual([]);

  expect(performance.now() - began).toBeLessThan(1000);
});
