import { expect, test } from 'vitest';
import { compileGlobs } from './glob.js';

test.each([
  ['out/*', 'out/a.txt', true],
  ['out/*', 'out/a/b.txt', false],
  ['out/**', 'out/a/b.txt', true],
  ['**', 'a/b/c', true],
  ['**/*.csv', 'x.csv', true],
  ['**/*.csv', 'a/b/x.csv', true],
  ['*.{csv,json}', 'x.json', true],
  ['a?c', 'abc', true],
  ['/work/out/*', 'out/a', true],
  ['../**', 'a', false],
  ['a.c', 'abc', false],
  ['(a+)+', 'aaa', false],
])('the glob %j over %j: %j', (glob, path, isMatch) => {
  expect(compileGlobs([glob])(path)).toBe(isMatch);
});

test('a glob made to take for ever ends', () => {
  expect(
    compileGlobs([`${'*a'.repeat(500)}*b`, `${'**/'.repeat(500)}b`])(`${'a'.repeat(2000)}/${'a/'.repeat(500)}a`),
  ).toBe(false);
});
