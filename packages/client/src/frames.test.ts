import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frame, readFrames } from './frames.ts';

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]) {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const framesOf = (text: string, sizes: readonly number[] = [text.length * 4]): Promise<Frame[]> =>
  Array.fromAsync(readFrames(inPieces(new TextEncoder().encode(text), sizes)));

test('[LOG-6] id, event and data are read, comments and unknown fields are not', async () => {
  const text = 'retry: 2000\n\n: keep-alive\n\nid: 7\nevent: message.created\nshoe: 44\ndata: {"a":1}\n\n';
  expect(await framesOf(text)).toEqual([{ retryMs: 2000 }, { id: '7', event: 'message.created', data: '{"a":1}' }]);
});

test('[LOG-9] an id that comes alone is read, as a stream begins with it', async () => {
  const text = 'retry: 2000\nid: 7\n\nid: 8\ndata: x\n\ndata: y\n\n';
  expect(await framesOf(text)).toEqual([{ retryMs: 2000, id: '7' }, { id: '8', data: 'x' }, { data: 'y' }]);
});

test('a block that the end of the stream cuts off is dropped', async () => {
  expect(await framesOf('id: 1\ndata: x\n\nid: 2\ndata: y\n')).toEqual([{ id: '1', data: 'x' }]);
});

test('data of several lines is joined, and one space after the colon is not part of the value', async () => {
  expect(await framesOf('data: a\ndata:  b\ndata:c:d\ndata\n\n')).toEqual([{ data: 'a\n b\nc:d\n' }]);
});

test('the standard decides on a byte order mark, a field without a value, an id with NUL and a pause that is no number', async () => {
  expect(await framesOf('\uFEFFid: 1\ndata: x\n\n')).toEqual([{ id: '1', data: 'x' }]);
  expect(await framesOf('data\n\nid\n\n')).toEqual([{ data: '' }, { id: '' }]);
  expect(await framesOf('id: 1\0\nretry: 2s\ndata: x\n\n')).toEqual([{ data: 'x' }]);
});

test('pieces of any size, cut inside characters and line ends, give the same frames', async () => {
  const text = fc.string({ unit: 'binary' }).map((any) => any.replaceAll(/[\r\n]/g, ''));
  const frame = fc.record({ id: fc.nat().map(String), data: text });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(frame), fc.constantFrom('\n', '\r\n', '\r'), sizes, async (frames, end, pieces) => {
      const text = frames.map(({ id, data }) => `id: ${id}${end}data: ${data}${end}${end}`).join('');
      // The last carriage return ends its line only when another character than a line feed follows.
      expect(await framesOf(`${text}:`, pieces)).toEqual(frames);
    }),
  );
});
