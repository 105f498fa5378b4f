import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from './open.ts';
import { numberOf } from './compactor.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-test-'));
  file = join(folder, 'pairspace.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  openSqlite({
    file,
    clock: { now: () => 0 },
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });

const secret = 'a secret that must go ';

test('[CAP-9] deleted text is gone from the file and from its log, and the file shrinks', async () => {
  const storage = await open();
  await storage.write(async (tx) => {
    for (let index = 0; index < 40; index++) {
      await tx.run`insert into content_body (session_id, hash, body)
        values ('ses', ${String(index)}, ${secret.repeat(10_000)})`;
    }
  });
  const usedBytes = await storage.usedBytes();
  await storage.write((tx) => tx.run`delete from content_body`);
  expect(await storage.usedBytes()).toBeLessThan(usedBytes - 8_000_000);
  while (await storage.compact());
  expect(statSync(file).size).toBeLessThan(2_000_000);
  for (const name of [file, `${file}-wal`]) expect(readFileSync(name).includes(secret)).toBe(false);
  await storage[Symbol.asyncDispose]();
});

test('[CAP-9] a database that was made without it is written anew, once, and can shrink then', async () => {
  const before = new DatabaseSync(file);
  before.exec('create table old (text text); insert into old values (1)');
  expect(numberOf(before, 'auto_vacuum')).toBe(0);
  before.close();
  await (await open())[Symbol.asyncDispose]();
  using after = new DatabaseSync(file);
  expect(numberOf(after, 'auto_vacuum')).toBe(2);
  expect(after.prepare('select text from old').get()).toEqual({ text: '1' });
});
