import { expect, test } from 'vitest';
import { unmatchedOf } from './job-warnings.ts';

test('[JOB-29] patterns that match nothing are told, whatever stands around the paths', () => {
  expect(unmatchedOf(['out/*.csv', '/work/a', '*.md'], ['./out//x.csv', 'a'])).toEqual(['*.md']);
});

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

test.each([
  ['paths of many folders', 'a/'.repeat(250), 'z*/*'],
  ['long names', 'a'.repeat(500), 'z*'],
])('100 patterns and 5,000 %s take as long as the budget allows, not as many make of them', (_, path, glob) => {
  const globs = Array.from({ length: 100 }, (_, index) => glob.replace('z', `z${String(index)}`));
  const paths = Array.from({ length: 5000 }, (_, index) => `${String(index)}/${path}`);
  for (const count of [500, 5000])
    expect(
      cpuMs(() => {
        unmatchedOf(globs, paths.slice(0, count));
      }),
    ).toBeLessThan(300);
});
