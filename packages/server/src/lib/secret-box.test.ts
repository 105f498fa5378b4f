import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyInFile, SecretBox } from './secret-box.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('[HOOK-18] what is sealed for one webhook is opened for that one alone, with the same key', () => {
  const box = new SecretBox(Buffer.alloc(32, 1));
  const sealed = box.seal('whisper', 'whk_1');
  expect(sealed).not.toBe(box.seal('whisper', 'whk_1'));
  expect(box.open(sealed, 'whk_1')).toBe('whisper');
  expect(() => box.open(sealed, 'whk_2')).toThrow();
  expect(() => new SecretBox(Buffer.alloc(32, 2)).open(sealed, 'whk_1')).toThrow();
});

test('[HOOK-18] the key is made once, for its owner alone, and is the same from then on', async () => {
  const file = join(folder, 'data', 'secret.key');
  const key = keyInFile(file);
  expect(key).toHaveLength(32);
  expect(keyInFile(file)).toEqual(key);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'data'))).toEqual(['secret.key']);
});

test('[HOOK-18] a file that holds something else stops the start, and stays as it is', async () => {
  const file = join(folder, 'secret.key');
  await writeFile(file, 'too short');
  expect(() => keyInFile(file)).toThrow('does not hold a key of 32 bytes');
  expect(await readFile(file, 'utf8')).toBe('too short');
});

test('a text that was cut or changed does not open', () => {
  const box = new SecretBox(Buffer.alloc(32, 1));
  const bytes = Buffer.from(box.seal('secret', ''), 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(changed.toString('base64'), '')).toThrow();
    expect(() => box.open(bytes.subarray(0, at).toString('base64'), '')).toThrow();
  }
});
