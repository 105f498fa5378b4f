import { cases } from '@pairspace/testkit/cases';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Globs, TooCostly } from './glob.ts';
import { GlobOverlap } from './glob-overlap.ts';

const overlap = (one: string, other: string): boolean => new GlobOverlap(1e6).anyOverlap([one], [other]);

test('[TASK-16] two globs overlap when some path matches both', () => {
  const both = [
    ['src/a.ts', 'src/a.ts'],
    ['src/**', 'src/a/b.ts'],
    ['**/b.ts', 'src/**'],
    ['src/*.ts', 'src/?.*'],
    ['**', 'x'],
    ['a*c', '*b*'],
    ['a/**/d', 'a/b/*/d'],
    ['**/**', '*'],
  ];
  const neither = [
    ['src/a.ts', 'src/b.ts'],
    ['src/**', 'docs/**'],
    ['src/*', 'src/a/b'],
    ['*.ts', '*.js'],
    ['a?', 'a'],
    ['a/**/d', 'a/b/c'],
  ];
  for (const [one = '', other = ''] of both)
    expect([one, other, overlap(one, other), overlap(other, one)]).toEqual([one, other, true, true]);
  for (const [one = '', other = ''] of neither)
    expect([one, other, overlap(one, other), overlap(other, one)]).toEqual([one, other, false, false]);
});

const segment = fc.oneof(
  fc.constantFrom('a', 'b', '*', '?', 'a*', '*b', '**'),
  fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 }),
);
const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const path = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

test('[TASK-16] globs that match one path overlap, and those that overlap match one path', () => {
  const words = (word: string): string[] =>
    word.length >= 3 ? [word] : [word, ...words(`${word}a`), ...words(`${word}b`)];
  const paths = ['a', 'b'].flatMap((word) => words(word));
  const every = paths.flatMap((one) => [one, ...paths.flatMap((two) => [`${one}/${two}`])]);
  fc.assert(
    fc.property(glob, glob, path, (one, other, given) => {
      const match = (candidate: string): boolean =>
        new Globs([one], 1e6).matches(candidate) && new Globs([other], 1e6).matches(candidate);
      if (match(given)) expect(overlap(one, other)).toBe(true);
      expect(overlap(one, other)).toBe(overlap(other, one));
      if (every.some(match)) expect(overlap(one, other)).toBe(true);
    }),
    { numRuns: cases(100) },
  );
});

test('[TASK-16] patterns made to be slow end after the steps that they may take', () => {
  const slow = (end: string, count: number): string[] =>
    Array.from({ length: count }, () => `${'*a'.repeat(98)}*${end}`);
  expect(() => new GlobOverlap(1e6).anyOverlap(slow('x', 50), slow('y', 2000))).toThrow(TooCostly);
});
