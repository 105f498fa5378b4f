import { expect, test } from 'vitest';
import { frameHeadBytes, encodeFile } from './child/frames.js';
import { createFileCollector } from './collect-files.ts';

const frameOf = (path: string, content: string | Uint8Array) => {
  const payload = encodeFile(path, Buffer.from(content as string)).subarray(frameHeadBytes);
  return { payload, bytes: payload.length };
};
const collect = (outputs: string[], { maxBytes = 100, maxFileBytes = 100, maxFiles = 3 } = {}) =>
  createFileCollector({ outputs, limits: { maxFiles } }, { maxBytes, maxFileBytes });

test.each(['../out.txt', '/etc/passwd', 'out/../../x', 'out//x', './out/x', '', 'out/\0'])(
  'a file that a child sends as %j is refused',
  (path) => {
    expect(() => {
      collect(['**']).add(frameOf(path, 'x'));
    }).toThrow('where none was asked for');
  },
);

test('a file that no glob asks for, too many files and too many bytes are refused', () => {
  expect(() => {
    collect(['out/*']).add(frameOf('other/x', 'x'));
  }).toThrow();
  const many = collect(['**']);
  for (const name of ['a', 'b', 'c']) many.add(frameOf(name, 'x'));
  expect(() => {
    many.add(frameOf('d', 'x'));
  }).toThrow('more files');
  expect(() => {
    collect(['**'], { maxBytes: 3 }).add(frameOf('a', 'four'));
  }).toThrow('more files');
});

test('what globs cost is bounded for all files together, by two million comparisons', () => {
  // Each of the 32 alternatives takes 63,000 comparisons.
  const costly = `*${'a'.repeat(200)}{${'b,'.repeat(31)}c}`;
  const files = collect([costly, costly], { maxFiles: 1000 });
  files.add(frameOf('a'.repeat(512), ''));
  expect(files.isTooCostly).toBe(true);
  expect(() => {
    collect([costly.replace(/,b/g, '')]).add(frameOf('a'.repeat(512), ''));
  }).toThrow('where none was asked for');

  const usual = collect(['{a,b,c}/**/*.{csv,json,txt}', 'out/**'], { maxFiles: 1000 });
  for (let index = 0; index < 1000; index++) usual.add(frameOf(`out/${'deep/'.repeat(20)}${String(index)}.txt`, ''));
  expect(usual.isTooCostly).toBe(false);
});

test('a file with a longer path than a session has is not matched, and comes with the reason alone', () => {
  const files = collect(['*.txt']);
  files.add(frameOf('b.txt', 'short'));
  files.add(frameOf('a'.repeat(4000), 'long'));
  expect(files.collected()).toEqual([
    { path: `${'a'.repeat(512)}…`, bytes: 4, content: null, error: 'its path is longer than 512 bytes' },
    { path: 'b.txt', bytes: 5, content: 'short', error: null },
  ]);
});

test('a path that is too long is cut between characters', () => {
  const files = collect(['**']);
  files.add(frameOf(`${'a'.repeat(511)}😀`, ''));
  expect(files.collected()[0]?.path).toBe(`${'a'.repeat(511)}\ufffd…`);
});

test('what is no text comes in base64', () => {
  const files = collect(['**']);
  files.add(frameOf('b.bin', Uint8Array.from([255, 254])));
  files.add(frameOf('a.txt', 'new'));
  files.add(frameOf('nul', '\0'));
  expect(files.collected()).toEqual([
    { path: 'a.txt', bytes: 3, content: 'new', error: null },
    { path: 'b.bin', bytes: 2, content: '//4=', encoding: 'base64', error: null },
    { path: 'nul', bytes: 1, content: 'AA==', encoding: 'base64', error: null },
  ]);
});

test('a file frame that is shorter than its name says is refused', () => {
  expect(() => {
    collect(['**']).add({ payload: Buffer.from([255, 0, 0, 0, 65]), bytes: 5 });
  }).toThrow('shorter than its name');
});

test('of a file that is too large, or was cut while it came, the size alone is told', () => {
  const files = collect(['**'], { maxBytes: 2000, maxFileBytes: 10 });
  const cut = frameOf('cut', 'x'.repeat(1000));
  files.add({ ...cut, payload: cut.payload.subarray(0, 100) });
  files.add(frameOf('fits', 'x'.repeat(10)));
  files.add(frameOf('large', 'x'.repeat(11)));
  expect(files.collected()).toEqual([
    { path: 'cut', bytes: 1000, content: null, error: 'larger than 10 bytes' },
    { path: 'fits', bytes: 10, content: 'x'.repeat(10), error: null },
    { path: 'large', bytes: 11, content: null, error: 'larger than 10 bytes' },
  ]);
});

test('the outputs of a job hold 64 MB together', () => {
  const megabytes = 1024 * 1024;
  const files = collect(['**'], { maxBytes: 256 * megabytes, maxFileBytes: 30 * megabytes, maxFiles: 10 });
  const large = Buffer.alloc(30 * megabytes, 'x');
  for (const path of ['a', 'b', 'c']) files.add(frameOf(path, large));
  files.add(frameOf('d', 'small'));
  expect(files.collected().map(({ path, bytes, error }) => [path, bytes, error])).toEqual([
    ['a', large.length, null],
    ['b', large.length, null],
    ['c', large.length, 'with the others larger than 67108864 bytes'],
    ['d', 5, null],
  ]);
});
