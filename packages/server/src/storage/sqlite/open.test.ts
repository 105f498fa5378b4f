import { ServiceError } from '@pairspace/protocol';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeStorage } from '../../testing/describe-storage.ts';
import type { Storage } from '../storage.ts';
import { Checkpointer } from './checkpointer.ts';
import { openSqlite } from './open.ts';
import { WriteQueue } from './write-queue.ts';

const failOnError = (error: unknown): never => {
  throw error;
};

const temporaryFile = async (): Promise<{ file: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-storage-'));
  return { file: join(folder, 'test.sqlite'), remove: () => rm(folder, { recursive: true, force: true }) };
};

describeStorage('SQLite', async (now) => {
  const { file, remove } = await temporaryFile();
  return { open: (onNudge) => openSqlite({ file, clock: { now }, onNudge, onError: failOnError }), remove };
});

describe('the embedded database', () => {
  let file: string;
  let remove: () => Promise<void>;
  let storage: Storage;
  beforeAll(async () => {
    ({ file, remove } = await temporaryFile());
    storage = await openSqlite({ file, clock: { now: () => 0 }, onNudge: () => undefined, onError: failOnError });
  });
  afterAll(async () => {
    await storage[Symbol.asyncDispose]();
    await remove();
  });

  test('[ERR-10] a write while another process holds the database is UNAVAILABLE; the next one passes', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const write = () => storage.write((tx) => tx.run`insert into deletion (session_id) values ('x')`);
    await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    other.exec('rollback');
    other.close();
    expect(await write()).toBe(1);
  });

  test('the write-ahead log starts over when it has grown, while writers wait', async () => {
    const checkpointer = new Checkpointer({
      file,
      onError: failOnError,
      pauseWriters: (task) => task(),
      restartAbovePages: 0,
      intervalMs: 1,
    });
    const db = new DatabaseSync(file);
    db.exec('pragma wal_autocheckpoint = 0');
    checkpointer.touch();
    const framesInLog = () => Number(db.prepare('pragma wal_checkpoint(noop)').get()?.['log']);
    await vi.waitFor(() => {
      db.exec(`insert or replace into deletion (session_id) values ('y')`);
      checkpointer.touch();
      expect(framesInLog()).toBeLessThan(4);
    });
    await checkpointer[Symbol.asyncDispose]();
    db.close();
  });
});

describe('the write queue', () => {
  const queueWith = (sync: () => Promise<void>) => {
    const db = new DatabaseSync(':memory:');
    db.exec('create table t (x integer)');
    const batches: number[] = [];
    const queue = new WriteQueue({
      db,
      now: () => 0,
      sync,
      onNudge: () => undefined,
      onBatch: (transactions) => batches.push(transactions),
    });
    return { db, queue, batches };
  };

  test('writes that wait together share one commit and one sync', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { queue, batches } = queueWith(sync);
    await Promise.all(Array.from({ length: 50 }, () => queue.write((tx) => tx.run`insert into t values (1)`)));
    expect(batches).toEqual([50]);
    expect(sync).toHaveBeenCalledTimes(1);
  });

  test('nothing is answered before the sync that covers it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { queue, db } = queueWith(() => promise);
    let answered = false;
    const write = queue.write((tx) => tx.run`insert into t values (1)`).then(() => (answered = true));
    await vi.waitFor(() => {
      expect(db.prepare('select count(*) as n from t').get()).toEqual({ n: 1 });
      expect(queue.isSettled).toBe(false);
    });
    expect(answered).toBe(false);
    resolve();
    expect(await write).toBe(true);
  });

  test('[ERR-10] after a failed sync nothing more is written until a restart', async () => {
    const { queue } = queueWith(() => Promise.reject(new Error('EIO')));
    const write = () => queue.write((tx) => tx.run`insert into t values (1)`);
    await expect(write()).rejects.toBeInstanceOf(ServiceError);
    await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('a batch that changes nothing is not synced', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { queue } = queueWith(sync);
    await queue.write((tx) => tx.all`select * from t`);
    expect(sync).not.toHaveBeenCalled();
  });

  test('no transaction runs during a pause', async () => {
    const { queue } = queueWith(() => Promise.resolve());
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const pause = queue.pause(async () => {
      order.push('pause');
      await promise;
      order.push('over');
    });
    const write = queue.write(async (tx) => {
      order.push('write');
      return tx.run`insert into t values (1)`;
    });
    resolve();
    await Promise.all([pause, write]);
    expect(order).toEqual(['pause', 'over', 'write']);
  });
});
