import { createTestDatabase, onPostgres } from '@pairspace/testkit/test-database';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Storage } from './storage.ts';

const listeners = { onNotify: () => undefined, onAnnounce: () => undefined, clock: { now: () => 7 } };

/** A step of a version to come. Run twice it fails. */
const made: Migration = {
  version: 1_000_000,
  name: 'made up',
  sql: `
    alter table deletion add column why text not null default 'unknown';
    create table made_up (id bigint primary key);
  `,
};
const known = [...migrations, made];

const steps = (read: Storage['read']) => read.all`select version, name, applied_at from migration order by version`;
const stepsOf = (list: readonly Migration[]) => list.map(({ version, name }) => ({ version, name, applied_at: 7 }));
const newer = 'The schema of the database has version 1000000';

describe('the embedded database', () => {
  let file: string;
  beforeEach(async () => {
    file = join(await mkdtemp(join(tmpdir(), 'pairspace-test-')), 'pairspace.sqlite');
  });
  afterEach(() => rm(join(file, '..'), { recursive: true, force: true }));

  const open = (list: readonly Migration[]): Promise<Storage> =>
    openSqlite({
      ...listeners,
      file,
      known: list,
      onError: (error) => {
        throw error;
      },
    });

  test('[OPS-23] a new step is applied once, and keeps what is there', async () => {
    {
      await using before = await open(migrations);
      await before.write((tx) => tx.run`insert into deletion (session_id) values ('ses_1')`);
      expect(await steps(before.read)).toEqual(stepsOf(migrations));
    }
    for (let start = 1; start <= 2; start++) {
      await using after = await open(known);
      expect(await steps(after.read)).toEqual(stepsOf(known));
      expect(await after.read.all`select * from deletion`).toEqual([{ session_id: 'ses_1', why: 'unknown' }]);
    }
  });

  test('[OPS-23] a step that fails changes nothing, and the next start applies it', async () => {
    const broken = { ...made, sql: `${made.sql}; insert into nowhere values (1)` };
    await expect(open([...migrations, broken])).rejects.toThrow('nowhere');
    await using storage = await open(known);
    expect(await steps(storage.read)).toEqual(stepsOf(known));
  });

  test('[OPS-23] a database of a newer version is refused, and stays as it is', async () => {
    await (await open(known))[Symbol.asyncDispose]();
    await expect(open(migrations)).rejects.toThrow(newer);
    await using storage = await open(known);
    expect(await steps(storage.read)).toEqual(stepsOf(known));
  });
});

describe('PostgreSQL', onPostgres, () => {
  const migrate = (url: string, list: readonly Migration[]): Promise<void> =>
    migratePostgres(
      { url, name: 'tests', statementTimeoutMs: 0 },
      { now: () => 7, known: list, patienceMs: 0, onWait: () => undefined },
    );

  test('[OPS-23] of processes that start at once one applies a new step, and it keeps what is there', async () => {
    const database = await createTestDatabase();
    await migrate(database.url, migrations);
    {
      await using storage = await openPostgres({ ...listeners, url: database.url, connections: 2 });
      await storage.write((tx) => tx.run`insert into deletion (session_id) values ('ses_1')`);
      await Promise.all(Array.from({ length: 8 }, () => migrate(database.url, known)));
      expect(await steps(storage.read)).toEqual(stepsOf(known));
      expect(await storage.read.all`select * from deletion`).toEqual([{ session_id: 'ses_1', why: 'unknown' }]);
    }
    await expect(migrate(database.url, migrations)).rejects.toThrow(newer);
    await database.drop();
  });
});
