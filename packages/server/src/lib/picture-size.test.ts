import { expect, test } from 'vitest';
import { pictureSize } from './picture-size.ts';

const bytes = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');

const pictures: Record<string, Buffer> = {
  'image/png': bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\0\xf0\x08\x02\0\0\0'),
  'image/gif': bytes('GIF89a\x40\x01\xf0\0'),
  'image/jpeg': bytes('\xff\xd8\xff\xe0\0\x04ab\xff\xc4\0\x02\xff\xc2\0\x0b\x08\0\xf0\x01\x40\x03'),
  'image/webp': bytes('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0'),
  'image/avif': bytes(
    '\0\0\0\x1cftypavif....\0\0\0\x14ispe\0\0\0\0\0\0\0\x10\0\0\0\x10\0\0\0\x14ispe\0\0\0\0\0\0\x01\x40\0\0\0\xf0',
  ),
};

test.each(Object.entries(pictures))('[EXP-12] the size of a picture is read from it: %s', (type, picture) => {
  expect(pictureSize(picture, type)).toEqual({ width: 320, height: 240 });
  for (let end = 0; end < picture.length; end++) {
    const size = pictureSize(picture.subarray(0, end), type);
    if (size) expect(size.width * size.height).toBeLessThanOrEqual(320 * 240);
  }
});

test('[EXP-12] lossy and lossless WebP say their size in other places', () => {
  expect(pictureSize(bytes('RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\0'), 'image/webp')).toEqual({
    width: 320,
    height: 240,
  });
  expect(pictureSize(bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc1\x3b\0'), 'image/webp')).toEqual({
    width: 320,
    height: 240,
  });
});

test('[EXP-12] what is not of the media type is no picture', () => {
  const page = bytes('<!doctype html><script>alert(1)</script>');
  for (const type of [...Object.keys(pictures), 'text/html', 'constructor'])
    expect(pictureSize(page, type)).toBeUndefined();
});
