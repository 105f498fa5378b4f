import type { FileWithContent } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { shownPicture } from './shown-picture.ts';

const png = (width: number, height: number): string => {
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\0\0\0\0', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
};

const shown = (content: string, mediaType = 'image/png'): string | undefined =>
  shownPicture({ encoding: 'base64', mediaType, content } as FileWithContent);

test('a PNG is shown when it is one and is not huge', () => {
  expect(shown(png(640, 320))).toBe(`data:image/png;base64,${png(640, 320)}`);
  expect(shown(png(30_000, 30_000))).toBeUndefined();
  expect(shown(png(640, 320), 'text/html')).toBeUndefined();
  expect(shown(Buffer.from('<script>alert(1)</script>'.repeat(3)).toString('base64'))).toBeUndefined();
  expect(shown('')).toBeUndefined();
});
