import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { needs } from '@pairspace/testkit/needs';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Confinement } from './confinement.ts';
import { openSandbox } from './open-sandbox.ts';
import { findConfinement } from './probe-walls.ts';
import type { SandboxEvent } from './sandbox.ts';
import { prepareSnapshot } from './snapshots.ts';

let cacheFolder: string;
let confinement: Confinement;
let events: SandboxEvent[];

beforeEach(async () => {
  cacheFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'pairspace-snapshots-'));
  confinement = await findConfinement();
  events = [];
});

afterEach(async () => {
  await fs.rm(cacheFolder, { recursive: true });
});

const prepare = (folder: string) =>
  prepareSnapshot('javascript', confinement, { cacheFolder: folder }, (event) => events.push(event));

/** Resolves as the file of a snapshot is opened. */
const untilWriting = (): Promise<void> =>
  new Promise((resolve) => {
    const { open } = fs;
    vi.spyOn(fs, 'open').mockImplementationOnce((...given) => {
      resolve();
      return open(...given);
    });
  });

const failed = (why: string) => ({
  type: 'boot_failed',
  runtime: 'javascript',
  message: expect.stringContaining(why) as string,
});

const drawing = 'console.log(JSON.stringify([Math.random(), Math.random(), performance.timeOrigin]))';

test('jobs that start from one snapshot draw their own numbers and know when they began', async () => {
  const begunAt = Date.now();
  await using sandbox = await openSandbox({ cacheFolder, runtimes: ['javascript'], warm: { javascript: 0 } });
  const drawn = [];
  for (const memoryMb of [256, 64]) {
    const { stdout, failure } = await sandbox.run(jobOf('javascript', drawing, { limits: { memoryMb } }));
    expect(failure).toBeNull();
    const [first, second, timeOrigin] = JSON.parse(stdout) as [number, number, number];
    expect(timeOrigin).toBeGreaterThan(begunAt - 1000);
    drawn.push(first, second);
  }
  expect(new Set(drawn).size).toBe(4);
  expect(await fs.readdir(cacheFolder)).toHaveLength(1);
});

test('a snapshot that does not work is taken anew, and without a place for it children boot plainly', async () => {
  const file = await prepare(cacheFolder);
  expect(file).toBeDefined();
  const whole = await fs.readFile(file ?? '');
  await fs.writeFile(file ?? '', whole.subarray(0, 100_000));
  expect(await prepare(cacheFolder)).toBe(file);
  expect((await fs.readFile(file ?? '')).length).toBe(whole.length);
  expect(events).toEqual([]);

  expect(await prepare(path.join(file ?? '', 'below-a-file'))).toBeUndefined();
  expect(events).toEqual([failed('ENOTDIR')]);
});

test('a new snapshot removes those of other versions with which nothing has started for a month', async () => {
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
  const names = ['javascript-0.snapshot', 'javascript-1.snapshot', 'python-0.snapshot'];
  for (const name of names) await fs.writeFile(path.join(cacheFolder, name), '');
  await fs.utimes(path.join(cacheFolder, 'javascript-0.snapshot'), days(29), days(29));
  for (const name of names.slice(1)) await fs.utimes(path.join(cacheFolder, name), days(31), days(31));
  const file = path.basename((await prepare(cacheFolder)) ?? '');
  expect((await fs.readdir(cacheFolder)).sort()).toEqual(['javascript-0.snapshot', file, 'python-0.snapshot'].sort());

  await fs.utimes(path.join(cacheFolder, file), days(31), days(31));
  await prepare(cacheFolder);
  expect((await fs.stat(path.join(cacheFolder, file))).mtimeMs).toBeGreaterThan(days(1).getTime());
});

test(
  'where the disk is full children boot plainly, and nothing is left behind',
  needs('/dev/full', existsSync('/dev/full')),
  async () => {
    const file = (await prepare(cacheFolder)) ?? '';
    await fs.rm(file);
    await fs.symlink('/dev/full', `${file}.${String(process.pid)}`);
    expect(await prepare(cacheFolder)).toBeUndefined();
    expect(events).toEqual([failed('ENOSPC')]);
    expect(await fs.readdir(cacheFolder)).toEqual([]);
  },
);

test.each([
  ['before it begins', () => Promise.resolve()],
  ['while it is written', untilWriting],
])('a snapshot that is not wanted any more %s is left, and nothing of it is left behind', async (_, moment) => {
  const closing = new AbortController();
  const isDue = moment();
  const prepared = prepareSnapshot('javascript', confinement, { cacheFolder, closing: closing.signal }, (event) =>
    events.push(event),
  );
  await isDue;
  closing.abort();
  expect(await prepared).toBeUndefined();
  expect([events, await fs.readdir(cacheFolder)]).toEqual([[], []]);
});
