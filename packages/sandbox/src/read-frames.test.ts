import { expect, test } from 'vitest';
import { encodeFrame, frameTypes } from './child/frames.js';
import { createFrameReader, type Frame, type FrameLimits } from './read-frames.ts';

const readAll = (chunks: Buffer[], limits: FrameLimits = { maxBytes: 100 }): Frame[] => {
  const frames: Frame[] = [];
  const read = createFrameReader(new Map([[frameTypes.stdout, limits]]), (frame) => frames.push(frame));
  for (const chunk of chunks) read(chunk);
  return frames;
};

test('frames are put together from any pieces', () => {
  const bytes = Buffer.concat([
    encodeFrame(frameTypes.stdout, Buffer.from('one')),
    encodeFrame(frameTypes.stdout),
    encodeFrame(frameTypes.stdout, Buffer.from('three')),
  ]);
  for (const size of [1, 2, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, i * size + size),
    );
    expect(readAll(chunks).map(({ payload }) => payload.toString())).toEqual(['one', '', 'three']);
  }
});

test('of a frame that is longer than what is kept of it, the rest is counted and dropped', () => {
  const bytes = Buffer.concat([
    encodeFrame(frameTypes.stdout, Buffer.from('kept and dropped')),
    encodeFrame(frameTypes.stdout, Buffer.from('next')),
  ]);
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, i * size + size),
    );
    const frames = readAll(chunks, { maxBytes: 100, keptBytes: 4 });
    expect(frames.map(({ payload, bytes }) => [payload.toString(), bytes])).toEqual([
      ['kept', 16],
      ['next', 4],
    ]);
  }
});

test('a frame that lies about its length is refused before its bytes are kept', () => {
  const head = Buffer.alloc(5);
  head.writeUInt8(frameTypes.stdout, 0);
  head.writeUInt32LE(0xffff_ffff, 1);
  expect(() => readAll([head])).toThrow('4294967295 bytes');
});

test('a frame of no known type is refused', () => {
  expect(() => readAll([encodeFrame(99, Buffer.from('x'))])).toThrow('type 99');
});
