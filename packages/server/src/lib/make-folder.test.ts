import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('[NET-31] a folder is made with all that it lies in, for its owner alone', async () => {
  const base = await mkdtemp(join(tmpdir(), 'pairspace-folder-'));
  const folder = join(base, 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await rm(base, { recursive: true });
});

test('[NET-31] a folder that cannot be made is one sentence that names it', async () => {
  const base = await mkdtemp(join(tmpdir(), 'pairspace-folder-'));
  const file = join(base, 'file');
  await writeFile(file, '');
  for (const folder of ['/proc/pairspace/data', file, join(file, 'under')]) {
    expect(() => {
      makeFolder(folder);
    }).toThrow(`The folder ${folder} cannot be made or used (`);
  }
  await rm(base, { recursive: true });
});
