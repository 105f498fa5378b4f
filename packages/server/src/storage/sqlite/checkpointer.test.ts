import { ServiceError } from '@pairspace/protocol';
import { until } from '@pairspace/testkit/until';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkpointer } from './checkpointer.ts';
import { Snapshots } from './snapshots.ts';

const pageBytes = 4096;

let folder: string;
let file: string;
let db: DatabaseSync;
let snapshots: Snapshots;
let pauses: number;
/** How often a checkpointer has looked for snapshots. */
let looks: number;
let errors: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-checkpoints-'));
  file = join(folder, 'test.sqlite');
  db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table migration (version text)');
  snapshots = new Snapshots({ file, lockTimeoutMs: 250, settled: () => Promise.resolve() });
  pauses = looks = 0;
  errors = [];
});

afterEach(async () => {
  snapshots.closeAll();
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (mostPages: number, beforePause = (): Promise<void> => Promise.resolve()): Checkpointer =>
  new Checkpointer({
    file,
    snapshots: {
      get size() {
        looks++;
        return snapshots.size;
      },
      closeAll: () => {
        snapshots.closeAll();
      },
    },
    pauseWriters: async (task) => {
      pauses++;
      await beforePause();
      return task();
    },
    onError: (error) => errors.push(error),
    mostPages,
    intervalMs: 1,
  });

const writePages = (pages: number): void => {
  db.prepare('insert into migration values (?)').run('x'.repeat(pages * pageBytes));
};

const pagesInLog = (): number => Number(db.prepare('pragma wal_checkpoint(noop)').get()?.['log']);

/** Makes checkpoints until a condition holds. */
const untilHolds = (checkpointer: Checkpointer, condition: () => Promise<void> | void): Promise<void> =>
  until(async () => {
    writePages(0);
    checkpointer.touch();
    await condition();
  });

/** A snapshot that is read until it is let go. */
const aSnapshot = (): { read: Promise<unknown>; letGo: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = snapshots.read(async (queries) => {
    await promise;
    return queries.get`select version from migration limit 1`;
  });
  return { read, letGo: resolve };
};

test('the log starts over when it has grown too long, while writers wait', async () => {
  await using checkpointer = open(10);
  writePages(12);
  await untilHolds(checkpointer, () => {
    expect(pauses).toBeGreaterThan(0);
    expect(pagesInLog()).toBeLessThan(10);
  });
  expect(errors).toEqual([]);
});

test('[EXP-7] writers do not wait for a log that a snapshot reads, and the snapshot lasts', async () => {
  await using checkpointer = open(100);
  writePages(1);
  const { read, letGo } = aSnapshot();
  writePages(120);
  await untilHolds(checkpointer, () => {
    expect(looks).toBeGreaterThan(0);
  });
  expect(pauses).toBe(0);
  letGo();
  await expect(read).resolves.toMatchObject({});
});

test('a snapshot is ended when the log has become far too long, and the log gives its room back', async () => {
  await using checkpointer = open(10);
  writePages(1);
  const { read, letGo } = aSnapshot();
  const ended = expect(read).rejects.toThrow(ServiceError);
  writePages(60);
  await untilHolds(checkpointer, async () => {
    expect((await stat(`${file}-wal`)).size).toBeLessThan(10 * pageBytes);
  });
  letGo();
  await ended;
  await expect(snapshots.read(() => Promise.resolve('another'))).resolves.toBe('another');
});

test('writers wait hardly for a log that another process reads, and not again until it has grown by as much', async () => {
  await using checkpointer = open(100);
  let rounds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 1000 * ++rounds);
  const goOn = async (): Promise<void> => {
    const enough = rounds + 10;
    await untilHolds(checkpointer, () => {
      expect(rounds).toBeGreaterThan(enough);
    });
  };
  writePages(1);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('begin; select * from migration limit 1');
  writePages(120);
  await goOn();
  expect(pauses).toBe(1);
  writePages(120);
  await goOn();
  expect(pauses).toBe(2);
  reader.close();
  await goOn();
  expect(pauses).toBe(2);
  vi.restoreAllMocks();
});

test('a short log is moved rarely', async () => {
  await using checkpointer = open(1600);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const untilMoved = (): Promise<void> =>
    untilHolds(checkpointer, () => {
      // A log that was moved as a whole starts over with the next commit.
      expect(pagesInLog()).toBeLessThan(3);
    });
  writePages(5);
  await untilMoved();
  writePages(5);
  for (let time = 1; time <= 5; time++) {
    writePages(0);
    checkpointer.touch();
    await new Promise(setImmediate);
  }
  expect(pagesInLog()).toBeGreaterThan(5);
  clock.mockReturnValue(1020);
  await untilMoved();
  vi.restoreAllMocks();
});

test('a thread that fails while writers wait is told of, and the next checkpoint is tried', async () => {
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('begin; select * from migration limit 1');
  writePages(50);
  const checkpointer = open(1, async () => {
    // The log is truncated, so that the reader's part of it cannot be read, as on a failing disk.
    if (reader.isOpen) reader.close();
    await truncate(`${file}-wal`);
  });
  await until(() => {
    checkpointer.touch();
    expect(errors.length).toBeGreaterThan(1);
  });
  await checkpointer[Symbol.asyncDispose]();
  expect(errors.map(String)).toEqual(errors.map(() => 'Error: disk I/O error'));
});

test('a process in which nothing else goes on does not end while writers wait for a checkpoint', async () => {
  const program = `
    import { Checkpointer } from ${JSON.stringify(join(import.meta.dirname, 'checkpointer.ts'))};
    const snapshots = { size: 0, closeAll: () => undefined };
    const pauseWriters = (task) => task();
    const checkpointer = new Checkpointer({ file: process.argv[1], pauseWriters, snapshots, onError: console.error });
    await checkpointer.emptyLog();
    console.log('emptied');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, file]);
  expect(stdout).toBe('emptied\n');
});
