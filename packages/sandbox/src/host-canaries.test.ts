import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCanaries } from './host-canaries.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'pairspace-parent-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const twoHoursAgo = () => Date.now() / 1000 - 2 * 60 * 60;

const leave = async (name: string, secondsSince1970: number): Promise<void> => {
  const folder = path.join(parent, name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'secret'), 'x');
  await utimes(folder, secondsSince1970, secondsSince1970);
};

test('new canaries take away the canaries that killed processes have left, and nothing else', async () => {
  await leave('pairspace-canaries-old', twoHoursAgo());
  await leave('pairspace-canaries-new', Date.now() / 1000);
  await leave('other-old', twoHoursAgo());
  await symlink(path.join(parent, 'other-old'), path.join(parent, 'pairspace-canaries-link'));
  {
    await using canaries = await createCanaries(parent);
    expect(path.dirname(path.dirname(canaries.hostFile))).toBe(parent);
    expect(await readdir(path.dirname(canaries.hostFile))).toEqual(['secret']);
  }
  expect((await readdir(parent)).toSorted()).toEqual([
    'other-old',
    'pairspace-canaries-link',
    'pairspace-canaries-new',
  ]);
  expect(await readdir(path.join(parent, 'other-old'))).toEqual(['secret']);
});
