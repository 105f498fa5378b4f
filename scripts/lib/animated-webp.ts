/** A picture of an animation: a lossy still WebP, and its duration. */
export interface Frame {
  webp: Buffer;
  ms: number;
}

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

const uint24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);

/** The picture data, without the container of the still. */
const pictureOf = (webp: Buffer): Buffer => {
  for (let at = 12; at + 8 <= webp.length;) {
    const size = webp.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at, next);
    at = next;
  }
  throw new Error('This is no lossy WebP.');
};

/** Joins stills of one size into an animation that repeats forever. */
export const animatedWebp = (width: number, height: number, frames: readonly Frame[]): Buffer => {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const isAnimated = 0b10;
  const doesNotBlend = 0b10;
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', Buffer.concat([Buffer.from([isAnimated, 0, 0, 0]), size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map(({ webp, ms }) =>
      chunk(
        'ANMF',
        Buffer.concat([uint24(0), uint24(0), size, uint24(ms), Buffer.from([doesNotBlend]), pictureOf(webp)]),
      ),
    ),
  ]);
  return chunk('RIFF', body);
};
