import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileAtomically } from './create-file-atomically.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-place-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('a file can be read by its owner alone from the first byte on, whatever folder it is in', async () => {
  const path = join(folder, 'file');
  // The file of an interrupted attempt.
  await writeFile(`${path}.part`, 'a half', { mode: 0o644 });
  await createFileAtomically(path, async (draft) => {
    expect(await readFile(draft, 'utf8')).toBe('');
    expect(await modeOf(draft)).toBe(0o600);
    await writeFile(draft, 'whole');
    expect(await readdir(folder)).not.toContain('file');
  });
  expect(await readdir(folder)).toEqual(['file']);
  expect(await readFile(path, 'utf8')).toBe('whole');
  expect(await modeOf(path)).toBe(0o600);
});

test('nothing is left of a file that could not be filled', async () => {
  const filled = createFileAtomically(join(folder, 'file'), async (draft) => {
    await writeFile(draft, 'a half');
    throw new Error('the disk is full');
  });
  await expect(filled).rejects.toThrow('the disk is full');
  expect(await readdir(folder)).toEqual([]);
});
