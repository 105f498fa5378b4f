import { until } from '@pairspace/testkit/until';
import { ServiceError } from '@pairspace/protocol';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeStorage } from '../../testing/describe-storage.ts';
import type { Storage, Transaction } from '../storage.ts';
import { openSqlite } from './open.ts';
import { Writer } from './writer.ts';

const nobody = { onNotify: () => undefined, onAnnounce: () => undefined };

const failOnError = (error: unknown): never => {
  throw error;
};

const temporaryFile = async (): Promise<{ file: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-storage-'));
  return { file: join(folder, 'test.sqlite'), remove: () => rm(folder, { recursive: true, force: true }) };
};

describeStorage('SQLite', async (now) => {
  const { file, remove } = await temporaryFile();
  return { open: (listeners) => openSqlite({ file, clock: { now }, onError: failOnError, ...listeners }), remove };
});

describe('the embedded database', () => {
  let file: string;
  let remove: () => Promise<void>;
  let storage: Storage;
  beforeAll(async () => {
    ({ file, remove } = await temporaryFile());
    storage = await openSqlite({ file, clock: { now: () => 0 }, onError: failOnError, ...nobody });
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
});

test('a write that waits when the storage ends is answered before the end', async () => {
  const { file, remove } = await temporaryFile();
  const storage = await openSqlite({ file, clock: { now: () => 0 }, onError: failOnError, ...nobody });
  const write = storage.write((tx) => tx.run`insert into deletion (session_id) values ('x')`);
  await storage[Symbol.asyncDispose]();
  expect(await write).toBe(1);
  await remove();
});

describe('the writer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const writerWith = (sync: () => Promise<void>) => {
    const db = new DatabaseSync(':memory:');
    db.exec('create table t (x integer)');
    const batches: number[] = [];
    const writer = new Writer({
      db,
      now: () => 0,
      sync,
      ...nobody,
      onBatch: (transactions) => batches.push(transactions),
    });
    return { db, writer, batches };
  };

  test('writes that wait together share one commit and one sync', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const sync = vi.fn(() => Promise.resolve());
    const { writer, batches } = writerWith(sync);
    await Promise.all(Array.from({ length: 50 }, () => writer.write((tx) => tx.run`insert into t values (1)`)));
    expect(batches).toEqual([50]);
    expect(sync).toHaveBeenCalledTimes(1);
  });

  test('a commit takes no further writes after 20 ms; the order stays, and other requests get turns', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { writer, batches } = writerWith(() => Promise.resolve());
    const order: unknown[] = [];
    const write = (x: number) =>
      writer.write(
        (tx) => {
          vi.advanceTimersByTime(8);
          if (x === 0) void setImmediate(() => order.push('another'));
          order.push(x);
          return tx.run`insert into t values (${x})`;
        },
        { durable: false },
      );
    await Promise.all([0, 1, 2, 3, 4, 5, 6].map(write));
    expect(batches).toEqual([3, 3, 1]);
    expect(order).toEqual([0, 1, 2, 'another', 3, 4, 5, 6]);
  });

  test('nothing is answered before the sync that covers it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { writer, db } = writerWith(() => promise);
    let answered = false;
    const write = writer.write((tx) => tx.run`insert into t values (1)`).then(() => (answered = true));
    await until(() => {
      expect(db.prepare('select count(*) as n from t').get()).toEqual({ n: 1 });
      expect(writer.isSettled).toBe(false);
    });
    expect(answered).toBe(false);
    resolve();
    expect(await write).toBe(true);
  });

  test('[ERR-10] after a failed sync nothing more is written until a restart', async () => {
    const { writer } = writerWith(() => Promise.reject(new Error('EIO')));
    const write = () => writer.write((tx) => tx.run`insert into t values (1)`);
    await expect(write()).rejects.not.toBeInstanceOf(ServiceError);
    await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('what need not be durable is answered without a sync, and seen by readers at once', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { writer, db } = writerWith(sync);
    const write = () => writer.write((tx) => tx.run`insert into t values (1)`, { durable: false });
    expect(await Promise.all([write(), write()])).toEqual([1, 1]);
    expect(await write()).toBe(1);
    expect(sync).not.toHaveBeenCalled();
    expect(writer.isSettled).toBe(true);
    expect(db.prepare('select count(*) as n from t').get()).toEqual({ n: 3 });
  });

  test('a log that moved is durable whatever was asked', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { writer } = writerWith(sync);
    const work = (tx: Transaction) => {
      tx.notify('s');
      return tx.run`insert into t values (1)`;
    };
    await writer.write(work, { durable: false });
    expect(sync).toHaveBeenCalledTimes(1);
  });

  test('what need not be durable waits with the durable change beside it, which it may have read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { writer } = writerWith(() => promise);
    const lasting = writer.write((tx) => tx.run`insert into t values (1)`);
    let seen: unknown;
    const passing = writer
      .write((tx) => tx.get`select count(*) as n from t`, { durable: false })
      .then((row) => (seen = row));
    await until(() => {
      expect(writer.isSettled).toBe(false);
    });
    expect(seen).toBeUndefined();
    resolve();
    await Promise.all([lasting, passing]);
    expect(seen).toEqual({ n: 1 });
  });

  test('a durable change that was undone is no reason to sync what need not be durable', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { writer } = writerWith(sync);
    const [undone, kept] = await Promise.allSettled([
      writer.write(async (tx) => {
        await tx.run`insert into t values (1)`;
        throw new Error('no');
      }),
      writer.write((tx) => tx.run`insert into t values (2)`, { durable: false }),
    ]);
    expect([undone.status, kept.status]).toEqual(['rejected', 'fulfilled']);
    expect(sync).not.toHaveBeenCalled();
  });

  test('a durable transaction that changed nothing is no reason either', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { writer } = writerWith(sync);
    await Promise.all([
      writer.write((tx) => tx.run`insert into t values (1)`, { durable: false }),
      writer.write((tx) => tx.run`delete from t where x = 2`),
      writer.write((tx) => tx.run`insert into t values (3)`, { durable: false }),
    ]);
    expect(sync).not.toHaveBeenCalled();
  });

  test('a durable change after what need not be is synced with it', async () => {
    const synced: unknown[] = [];
    const { writer, db } = writerWith(() => {
      synced.push(db.prepare('select count(*) as n from t').get());
      return Promise.resolve();
    });
    await writer.write((tx) => tx.run`insert into t values (1)`, { durable: false });
    await writer.write((tx) => tx.run`insert into t values (2)`);
    expect(synced).toEqual([{ n: 2 }]);
  });

  test('[ERR-10] after a failed sync what need not be durable is refused too', async () => {
    const { writer } = writerWith(() => Promise.reject(new Error('EIO')));
    const insert = (tx: Transaction) => tx.run`insert into t values (1)`;
    const together = await Promise.allSettled([writer.write(insert), writer.write(insert, { durable: false })]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(writer.write(insert, { durable: false })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('a batch that changes nothing is not synced', async () => {
    const sync = vi.fn(() => Promise.resolve());
    const { writer } = writerWith(sync);
    await writer.write((tx) => tx.all`select * from t`);
    expect(sync).not.toHaveBeenCalled();
  });

  test('no transaction runs during a pause', async () => {
    const { writer } = writerWith(() => Promise.resolve());
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const pause = writer.pause(async () => {
      order.push('pause');
      await promise;
      order.push('over');
    });
    const write = writer.write(async (tx) => {
      order.push('write');
      return tx.run`insert into t values (1)`;
    });
    resolve();
    await Promise.all([pause, write]);
    expect(order).toEqual(['pause', 'over', 'write']);
  });

  test('a pause that fails says so, and writes go on', async () => {
    const { writer } = writerWith(() => Promise.resolve());
    await expect(writer.pause(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const thrown = writer.pause(() => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await writer.write((tx) => tx.run`insert into t values (1)`)).toBe(1);
  });

  test('[ERR-10] when the disk is full in the middle of a transaction, nothing that follows in it is stored', async () => {
    const { writer, db } = writerWith(() => Promise.resolve());
    await writer.write((tx) => tx.run`create table big (content text)`);
    const { page_count: pages } = db.prepare('pragma page_count').get() as { page_count: number };
    db.exec(`pragma max_page_count = ${String(pages + 2)}`);
    const writing = writer.write((tx) => {
      tx.queueWrite`insert into t values (1)`;
      tx.queueWrite`insert into big values (${'x'.repeat(100_000)})`;
      tx.queueWrite`insert into t values (2)`;
      return Promise.resolve();
    });
    await expect(writing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(db.prepare('select * from t').all()).toEqual([]);
    db.exec('pragma max_page_count = 1000000');
    await writer.write((tx) => tx.run`insert into t values (3)`);
    expect(db.prepare('select count(*) as rows from t').get()).toEqual({ rows: 1 });
  });

  test('a put that fails undoes its transaction, and only that', async () => {
    const { writer, db } = writerWith(() => Promise.resolve());
    await writer.write((tx) => tx.run`create table once (n bigint primary key)`);
    const put = (n: number) =>
      writer.write((tx) => {
        tx.queueWrite`insert into t values (${n})`;
        tx.queueWrite`insert into once values (${n})`;
        return Promise.resolve(n);
      });
    const outcomes = await Promise.allSettled([put(1), put(1), put(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(db.prepare('select count(*) as rows from t').get()).toEqual({ rows: 2 });
  });

  test('a pause has its turn while writes never stop coming', async () => {
    const { writer } = writerWith(() => Promise.resolve());
    let writing = true;
    const keepWriting = async (): Promise<void> => {
      while (writing) await writer.write((tx) => tx.run`insert into t values (1)`);
    };
    const writers = [keepWriting(), keepWriting()];
    await writer.pause(() => {
      writing = false;
      return Promise.resolve();
    });
    await Promise.all(writers);
    expect(writing).toBe(false);
  });
});
