import { until } from '@pairspace/testkit/until';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkpointer } from './checkpointer.ts';
import { WriteQueue } from './write-queue.ts';

let folder: string;
let file: string;
let db: DatabaseSync;
let queue: WriteQueue;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-checkpoints-'));
  file = join(folder, 'test.sqlite');
  db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (x text)');
  queue = new WriteQueue({
    db,
    now: () => 0,
    sync: () => Promise.resolve(),
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onBatch: () => undefined,
  });
});

afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const writePages = (pages: number): void => {
  db.prepare('insert into t values (?)').run('x'.repeat(pages * 4096));
};

/** Another connection that reads the database as it is now. */
const aReader = (): DatabaseSync => {
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('begin; select * from t limit 1');
  return reader;
};

test('a thread that fails while writers wait is told of, and another takes its place', async () => {
  writePages(1);
  const reader = aReader();
  writePages(50);
  const errors: unknown[] = [];
  let paused = 0;
  const checkpointer = new Checkpointer({
    file,
    onError: (error) => errors.push(error),
    pauseWriters: async (task) => {
      paused++;
      // The log is truncated, so that the reader's part of it cannot be read, as on a failing disk.
      reader.close();
      await truncate(`${file}-wal`);
      await queue.pause(task);
    },
    restartAbovePages: 1,
    intervalMs: 1,
  });
  checkpointer.touch();
  await until(() => {
    expect(errors).toHaveLength(1);
  });
  expect(paused).toBe(1);
  await until(() => {
    checkpointer.touch();
    expect(errors.length).toBeGreaterThan(2);
  });
  await checkpointer[Symbol.asyncDispose]();
  expect(errors.map(String)).toEqual(errors.map(() => 'Error: disk I/O error'));
});

test('writers wait hardly for a log that another process reads, and not again until it has grown by as much', async () => {
  let pauses = 0;
  let cycles = 0;
  await using checkpointer = new Checkpointer({
    file,
    onError: (error) => {
      throw error;
    },
    pauseWriters: async (task) => {
      pauses++;
      await queue.pause(task);
    },
    restartAbovePages: 100,
    intervalMs: 1,
    onMoved: () => {
      cycles++;
    },
  });
  const goOn = async (): Promise<void> => {
    const enough = cycles + 5;
    await until(() => {
      writePages(0);
      checkpointer.touch();
      expect(cycles).toBeGreaterThan(enough);
    });
  };
  writePages(1);
  const reader = aReader();
  writePages(120);
  await goOn();
  expect(pauses).toBe(1);
  writePages(120);
  await goOn();
  expect(pauses).toBe(2);
  reader.close();
  await goOn();
  expect(pauses).toBe(2);
  writePages(120);
  await goOn();
  expect(pauses).toBe(3);
});

test('a short log is moved rarely, and a growing log is moved soon', async () => {
  const moved: number[] = [];
  await using checkpointer = new Checkpointer({
    file,
    onError: (error) => {
      throw error;
    },
    pauseWriters: (task) => queue.pause(task),
    restartAbovePages: 1600,
    intervalMs: 1,
    onMoved: ({ log }) => moved.push(log),
  });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const untilMoved = (times: number, pages: number): Promise<void> =>
    until(() => {
      if (pages > 0) writePages(pages);
      checkpointer.touch();
      expect(moved).toHaveLength(times);
    });
  await untilMoved(1, 1);
  await untilMoved(2, 10);
  expect(moved[1]).toBeGreaterThanOrEqual(100);
  writePages(1);
  clock.mockReturnValue(1020);
  await untilMoved(3, 0);
  expect(moved[2]).toBeLessThan(100);
  clock.mockRestore();
});

test('a process in which nothing else goes on does not end while writers wait for a checkpoint', async () => {
  const program = `
    import { Checkpointer } from ${JSON.stringify(join(import.meta.dirname, 'checkpointer.ts'))};
    const checkpointer = new Checkpointer({ file: process.argv[1], pauseWriters: (task) => task(), onError: console.error });
    await checkpointer.emptyLog();
    console.log('emptied');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, file]);
  expect(stdout).toBe('emptied\n');
});
