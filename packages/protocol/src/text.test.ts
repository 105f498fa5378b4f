import { expect, test } from 'vitest';
import { defaultLimits } from './limits.ts';
import { endpoints, parserOf } from './index.ts';
import { filePath } from './files.ts';

test('[FILE-5] a path that NFC makes longer than the limit is refused as too long', () => {
  const path = filePath(defaultLimits.pathBytes);
  // A character of three bytes that NFC splits into two characters of three bytes each.
  expect(path.safeParse('\u0958'.repeat(85))).toMatchObject({ success: true });
  const { error } = path.safeParse('\u0958'.repeat(170));
  expect(error?.issues).toMatchObject([{ params: { limitBytes: 512 } }]);
});

test('a text that is too long is not normalised', () => {
  // Sorting these combining marks takes time quadratic in their number.
  const marks = `a${'\u0316\u0301'.repeat(100_000)}`;
  const began = performance.now();
  expect(filePath(defaultLimits.pathBytes).safeParse(marks).success).toBe(false);
  const { body } = endpoints.saveProfile;
  expect(() => parserOf(body)({ id: 'ada', capabilities: [marks] })).toThrow();
  expect(performance.now() - began).toBeLessThan(1000);
});
