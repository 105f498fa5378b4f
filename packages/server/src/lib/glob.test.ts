import { expect, test } from 'vitest';
import { Globs, TooCostly } from './glob.ts';

const matchesGlob = (path: string, glob: string, steps = 1000): boolean => new Globs([glob], steps).matches(path);

test('[JOB-29] * and ? stay within a segment, ** goes over any number of them', () => {
  const cases: [glob: string, yes: string[], no: string[]][] = [
    ['*.csv', ['a.csv', '.csv'], ['a/b.csv', 'a.csvx', 'acsv']],
    ['data/*', ['data/a', 'data/b.c'], ['data', 'data/a/b', 'x/data/a']],
    ['**', ['a', 'a/b', 'a/b/c'], []],
    ['**/*.js', ['a.js', 'a/b/c.js'], ['a.ts', 'a.js/b']],
    ['src/**/test/*.js', ['src/test/a.js', 'src/a/b/test/c.js', 'src/test/test/a.js'], ['src/a.js', 'src/test/a/b.js']],
    ['a?c', ['abc', 'a🎉c'], ['ac', 'a/c', 'abbc']],
    ['a*b*c', ['abc', 'axbxc', 'abbcc', 'abcbc'], ['abcx', 'ab']],
    ['[a].{b}', ['[a].{b}'], ['a.b']],
  ];
  for (const [glob, yes, no] of cases) {
    for (const path of yes) expect(matchesGlob(path, glob), `${glob} ${path}`).toBe(true);
    for (const path of no) expect(matchesGlob(path, glob), `${glob} ${path}`).toBe(false);
  }
});

test('[JOB-29] a path matches when one of several globs does', () => {
  const globs = new Globs(['*.csv', 'src/**', 'a'], 1000);
  expect(['x.csv', 'src/a/b', 'a', 'b', 'src'].map((path) => globs.matches(path))).toEqual([
    ...[true, true, true],
    ...[false, true],
  ]);
});

test('[JOB-29] a pattern of stars takes no more steps than both lengths multiplied', () => {
  expect(matchesGlob('a'.repeat(500), 'a*'.repeat(200) + 'b', 200_000)).toBe(false);
  expect(matchesGlob(Array(250).fill('a').join('/'), `${'**/a/'.repeat(80)}b`, 200_000)).toBe(false);
});

test('[JOB-29] globs that take more steps than all may together end', () => {
  const path = Array(250).fill('a').join('/');
  const costly = Array.from({ length: 100 }, () => `**/${'a/'.repeat(120)}b`);
  const globs = new Globs(costly, 1_000_000);
  expect(() => globs.matches(path)).toThrow(TooCostly);
});
