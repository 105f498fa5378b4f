import { expect, test } from 'vitest';
import { filesInWork, filesOfJob } from './job-files.js';
import { MemFs } from './mem-fs.js';

const maxBytes = 1 << 20;

const fileIn = (files: MemFs, name: string) => {
  const node = files.find(name);
  if (node?.kind !== 'file') throw new Error(`no file ${name}`);
  return node;
};

test('files that shrink hold no more than their quota lets them, and their content', () => {
  const files = new MemFs({ maxBytes, maxFiles: 100 });
  for (let index = 0; index < 50; index++) {
    const name = `f${String(index)}`;
    expect(files.writeFile(name, new Uint8Array(maxBytes / 2).fill(7))).toBe('ok');
    expect(files.resize(fileIn(files, name), 10)).toBe(true);
  }
  const names = Array.from({ length: 50 }, (_, index) => `f${String(index)}`);
  expect(names.reduce((sum, name) => sum + fileIn(files, name).data.buffer.byteLength, 0)).toBeLessThan(maxBytes);
  expect(files.bytes).toBe(500);
  expect([...fileIn(files, 'f0').data.subarray(0, 10)]).toEqual(Array(10).fill(7));
});

test('a file that shrinks a little and grows again has zeros where it was cut', () => {
  const files = new MemFs({ maxBytes, maxFiles: 1 });
  files.writeFile('f', new Uint8Array(8_000).fill(7));
  const file = fileIn(files, 'f');
  for (const size of [7_000, 100, 1]) {
    files.resize(file, size);
    files.resize(file, 8_000);
    expect(file.data.subarray(0, 8_000).findLastIndex((byte) => byte !== 0)).toBe(size - 1);
  }
});

test('[JOB-29] the inputs of a job may be as many as its limit, in whatever folders; what it writes counts', () => {
  const deepest = `${'x/'.repeat(255)}x`;
  const files = ['a', 'folder/b', deepest].map((path) => ({ path, content: Buffer.from(path) }));
  const placedWith = (maxFiles: number) => filesOfJob({ files, limits: { memoryBytes: 0, diskBytes: 1000, maxFiles } });
  const full = placedWith(3);
  const inWork = Array.from(filesInWork(full), ({ path, content }) => [path, Buffer.from(content).toString()]);
  expect(inWork).toEqual(files.map(({ path }) => [path, path]));
  expect(full.writeFile('work/more', Buffer.from('x'))).toBe('ENOSPC');
  const roomy = placedWith(4);
  expect(['one', 'two'].map((name) => roomy.writeFile(`work/${name}`, Buffer.from('x')))).toEqual(['ok', 'ENOSPC']);
  expect(roomy.makeDirectories('work/folder/new')).toBe('ENOSPC');
});
