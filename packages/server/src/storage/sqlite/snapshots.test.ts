import { until } from '@pairspace/testkit/until';
import { ServiceError } from '@pairspace/protocol';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkpointer } from './checkpointer.ts';
import { Snapshots } from './snapshots.ts';

const pageBytes = 4096;

let folder: string;
let file: string;
let db: DatabaseSync;
let snapshots: Snapshots;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-snapshots-'));
  file = join(folder, 'test.sqlite');
  db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table migration (version integer)');
  snapshots = new Snapshots({
    file,
    lockTimeoutMs: 250,
    settled: () => Promise.resolve(),
    patience: { ms: 5, mustEndMs: 20 },
  });
});

afterEach(async () => {
  snapshots.closeAll();
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const openCheckpointer = (): Checkpointer =>
  new Checkpointer({
    file,
    onError: (error) => {
      throw error;
    },
    pauseWriters: (task) => task(),
    isLogInUse: () => snapshots.size > 0,
    holdReaders: (mustEnd) => snapshots.holdBack(mustEnd),
    restartAbovePages: 10,
    intervalMs: 1,
  });

const writePages = (pages: number): void => {
  db.prepare('insert into migration values (?)').run('x'.repeat(pages * pageBytes));
};

const logPages = async (): Promise<number> => (await stat(`${file}-wal`)).size / pageBytes;

/** A reader that holds a snapshot until it is let go. */
const aLastingReader = (): { read: Promise<unknown>; letGo: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = snapshots.read(async (queries) => {
    await queries.get`select version from migration limit 1`;
    await promise;
    return queries.get`select version from migration limit 1`;
  });
  return { read, letGo: resolve };
};

test('readers that follow one another without a pause do not keep the log from starting over', async () => {
  await using checkpointer = openCheckpointer();
  writePages(12);
  let isOver = false;
  const readers = [0, 1, 2].map(async () => {
    while (!isOver) {
      const { read, letGo } = aLastingReader();
      await new Promise(setImmediate);
      letGo();
      await read;
    }
  });
  await until(async () => {
    writePages(12);
    checkpointer.touch();
    expect(db.prepare('pragma wal_checkpoint(passive)').get()).toMatchObject({
      log: expect.toSatisfy(isSmall) as number,
    });
    expect(await logPages()).toBeGreaterThan(0);
  });
  isOver = true;
  await Promise.all(readers);
});

const isSmall = (pages: number): boolean => pages < 30;

test('a reader that lasts is ended when the log has become overlong, and the log gives its room back', async () => {
  await using checkpointer = openCheckpointer();
  writePages(1);
  const { read, letGo } = aLastingReader();
  const ended = expect(read).rejects.toThrow(ServiceError);
  writePages(60);
  await until(async () => {
    writePages(0);
    checkpointer.touch();
    expect(await logPages()).toBeLessThan(10);
  });
  letGo();
  await ended;
  await expect(snapshots.read(() => Promise.resolve('another'))).resolves.toBe('another');
});

test('a reader that lasts is left alone before that', async () => {
  await using checkpointer = openCheckpointer();
  writePages(1);
  const { read, letGo } = aLastingReader();
  writePages(20);
  const held = vi.spyOn(snapshots, 'holdBack');
  await until(() => {
    writePages(0);
    checkpointer.touch();
    expect(held).toHaveBeenCalledWith(false);
  });
  await held.mock.results[0]?.value;
  letGo();
  await expect(read).resolves.toMatchObject({});
});
