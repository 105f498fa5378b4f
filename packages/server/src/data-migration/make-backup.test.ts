import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBackup } from './make-backup.ts';

let parent: string;
let folder: string;
let key: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pairspace-backup-'));
  folder = join(parent, 'copy');
  key = join(parent, 'secret.key');
  await writeFile(key, 'our key');
});

afterEach(() => rm(parent, { recursive: true, force: true }));

const backUp = (copyDatabase: (draft: string) => Promise<void> = (draft) => writeFile(draft, 'all rows')) =>
  makeBackup({ folder, name: 'database', key, copyDatabase });

test('[OPS-18] the key is there before the database; a backup that was interrupted is made anew', async () => {
  const interrupted = backUp(async () => {
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('our key');
    expect(await readdir(folder)).not.toContain('database');
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  expect(await readdir(folder)).toEqual(['secret.key']);
  await backUp();
  expect((await readdir(folder)).sort()).toEqual(['database', 'secret.key']);
});

test('[OPS-18] no database is put beside the key of another', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'secret.key'), 'their key');
  await expect(backUp()).rejects.toThrow('is the key of another installation');
  await rm(key);
  await expect(backUp()).rejects.toThrow('is the key of another installation');
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('their key');
});

test('[OPS-18] no key is put beside the database of another', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'database'), 'their rows');
  await expect(backUp()).rejects.toThrow('is there already');
  expect(await readdir(folder)).toEqual(['database']);
});
