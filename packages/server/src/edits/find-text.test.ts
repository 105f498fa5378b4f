import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitBy } from './find-text.ts';

test('finds every occurrence from left to right without overlap, for short patterns and long ones', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
  fc.assert(
    fc.property(
      text,
      text.filter((pattern) => pattern !== ''),
      fc.constantFrom(1, 60, 201),
      (hay, needle, times) => {
        const [long, pattern] = [hay.repeat(times * 3), needle.repeat(times)];
        expect(splitBy(long, pattern)).toEqual(long.split(pattern));
      },
    ),
  );
});
