import { expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

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

test('[JOB-29] a pattern of stars takes no longer than its length', () => {
  expect(matchesGlob('a'.repeat(500), 'a*'.repeat(200) + 'b')).toBe(false);
  expect(matchesGlob(Array(250).fill('a').join('/'), `${'**/a/'.repeat(80)}b`)).toBe(false);
});
