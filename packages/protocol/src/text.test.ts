import { expect, test } from 'vitest';
import { defaultLimits } from './limits.ts';
import { filePath } from './files.ts';

test('[FILE-5] a path that NFC makes longer than the limit is refused as too long', () => {
  const path = filePath(defaultLimits.pathBytes);
  // A character of three bytes that NFC splits into two characters of three bytes each.
  expect(path.safeParse('\u0958'.repeat(85))).toMatchObject({ success: true });
  const { error } = path.safeParse('\u0958'.repeat(170));
  expect(error?.issues).toMatchObject([{ params: { limitBytes: 512 } }]);
});
