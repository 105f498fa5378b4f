export interface PictureSize {
  width: number;
  height: number;
}

/** The dimensions in the header of a picture; undefined if it is not of the media type. The picture is not decoded. */
export const pictureSize = (bytes: Buffer, mediaType: string): PictureSize | undefined => {
  const read = Object.hasOwn(readers, mediaType) ? readers[mediaType] : undefined;
  try {
    return read?.(bytes);
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

type Reader = (bytes: Buffer) => PictureSize | undefined;

const begins = (bytes: Buffer, at: number, latin1: string): boolean =>
  bytes.toString('latin1', at, at + latin1.length) === latin1;

const png: Reader = (bytes) =>
  begins(bytes, 0, '\x89PNG\r\n\x1a\n') && begins(bytes, 12, 'IHDR')
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

const gif: Reader = (bytes) =>
  begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a')
    ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined;

/** Skips segments up to the first that begins a frame. */
const jpeg: Reader = (bytes) => {
  if (!begins(bytes, 0, '\xff\xd8\xff')) return undefined;
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    const beginsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (beginsFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
};

const webp: Reader = (bytes) => {
  if (!begins(bytes, 0, 'RIFF') || !begins(bytes, 8, 'WEBP')) return undefined;
  if (begins(bytes, 12, 'VP8X')) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (begins(bytes, 12, 'VP8L')) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!begins(bytes, 12, 'VP8 ')) return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
};

/** The largest of the sizes in its properties, because a picture may contain parts and a thumbnail. */
const avif: Reader = (bytes) => {
  if (!begins(bytes, 4, 'ftypavi')) return undefined;
  let largest: PictureSize | undefined;
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
};

const readers: Readonly<Record<string, Reader>> = {
  'image/png': png,
  'image/gif': gif,
  'image/jpeg': jpeg,
  'image/webp': webp,
  'image/avif': avif,
};
