import { expect, test } from 'vitest';
import { unmatchedOf } from './job-warnings.ts';

test('[JOB-29] patterns that match nothing are told, whatever stands around the paths', () => {
  expect(unmatchedOf(['out/*.csv', '/work/a', '*.md'], ['./out//x.csv', 'a'])).toEqual(['*.md']);
});
