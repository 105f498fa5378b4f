import { expect, test } from 'vitest';
import { testTitles } from './test-titles.ts';

test('only titles of tests and rules count, however the test is called', () => {
  const source = `
    // test('[NOTE-1] in a comment')
    const helper = (what = '[NOTE-2] in a helper') => what;
    test('[NOTE-3] plain', () => { expect('[NOTE-4] inside').toBe(1); });
    test.skipIf(isSlow)(\`[NOTE-5] \${name}\`, () => undefined);
    describe.each([['NOTE-6']])('[NOTE-7] %s', () => undefined);
    rule('NOTE-8', 'of the conformance suite', () => undefined);
  `;
  const rules = testTitles(source).flatMap((title) => title.match(/NOTE-\d/g) ?? []);
  expect(rules).toEqual(['NOTE-3', 'NOTE-5', 'NOTE-7', 'NOTE-8']);
});
