import { expect, test } from 'vitest';
import { frameHeadBytes, encodeFile } from './child/frames.js';
import { createFileCollector } from './collect-files.ts';

const payloadOf = (path: string, content: string | Uint8Array) =>
  encodeFile(path, Buffer.from(content as string)).subarray(frameHeadBytes);
const collect = (outputs: string[], maxBytes = 100) =>
  createFileCollector({ outputs, limits: { maxFiles: 3 } }, new Map([['in.txt', Buffer.from('same')]]), maxBytes);

test.each(['../out.txt', '/etc/passwd', 'out/../../x', 'out//x', './out/x', '', 'out/\0'])(
  'a file that a child sends as %j is refused',
  (path) => {
    expect(() => {
      collect(['**']).add(payloadOf(path, 'x'));
    }).toThrow('where none was asked for');
  },
);

test('a file that no glob asks for, too many files and too many bytes are refused', () => {
  expect(() => {
    collect(['out/*']).add(payloadOf('other/x', 'x'));
  }).toThrow();
  const many = collect(['**']);
  for (const name of ['a', 'b', 'c']) many.add(payloadOf(name, 'x'));
  expect(() => {
    many.add(payloadOf('d', 'x'));
  }).toThrow('more files');
  expect(() => {
    collect(['**'], 3).add(payloadOf('a', 'four'));
  }).toThrow('more files');
});

test('unchanged files are left out, and what is no text comes without content', () => {
  const files = collect(['**']);
  files.add(payloadOf('in.txt', 'same'));
  files.add(payloadOf('b.bin', Uint8Array.from([255, 254])));
  files.add(payloadOf('a.txt', 'new'));
  expect(files.collected()).toEqual([
    { path: 'a.txt', bytes: 3, content: 'new', error: null },
    { path: 'b.bin', bytes: 2, content: null, error: 'not text in UTF-8' },
  ]);
});

test('a file frame that is shorter than its name says is refused', () => {
  expect(() => {
    collect(['**']).add(Buffer.from([255, 0, 0, 0, 65]));
  }).toThrow('shorter than its name');
});
