import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../app.ts';
import type { Config } from '../config.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp } from '../testing/test-app.ts';
import { onPostgres } from '@pairspace/testkit/test-database';

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-key-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts a process that may refuse to start, and stops it; returns its log. */
const tryToStart = async (config: Config): Promise<string> => {
  let log = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const clock = { now: () => Date.now() };
  const app = await startApp(config, { clock, log: pino({ level: 'warn' }, stream) });
  await app[Symbol.asyncDispose]();
  return log;
};

const keys = { one: Buffer.alloc(32, 1), other: Buffer.alloc(32, 2) };

describe('on PostgreSQL', onPostgres, () => {
  test('[OPS-16] a process with another key than the first does not start, and says which setting it is about', async () => {
    await using app = await startTestApp({ secretKey: keys.one });
    await expect(tryToStart({ ...app.config, secretKey: keys.other })).rejects.toThrow('PAIRSPACE_SECRET_KEY');
    const elsewhere = { ...app.config, secretKey: undefined, dataFolder: await aFolder() };
    await expect(tryToStart(elsewhere)).rejects.toThrow('PAIRSPACE_SECRET_KEY');
    expect(await tryToStart({ ...app.config, dataFolder: elsewhere.dataFolder })).toBe('');
    await expect(tryToStart(elsewhere)).rejects.toThrow('PAIRSPACE_SECRET_KEY');
  });

  test('[OPS-16] of processes that start at once on an empty database with different keys, those with one key come up', async () => {
    await using empty = await startTestApp({ secretKey: keys.one });
    await using beside = await openBeside(empty);
    await beside.write((tx) => tx.run`delete from key_check`);
    const started = [keys.one, keys.other, keys.one, keys.other].map((secretKey) =>
      tryToStart({ ...empty.config, secretKey }).then(
        () => secretKey,
        () => undefined,
      ),
    );
    const came = (await Promise.all(started)).filter((key) => key !== undefined);
    expect(came).toHaveLength(2);
    expect(new Set(came).size).toBe(1);
  });
});

test('[OPS-16] with the embedded database another key is warned of, and the service starts', async () => {
  const app = await startTestApp({ secretKey: keys.one, databaseUrl: undefined });
  onTestFinished(() => rm(app.folder, { recursive: true, force: true }));
  expect(await tryToStart(app.config)).toBe('');
  expect(await tryToStart({ ...app.config, secretKey: keys.other })).toContain('PAIRSPACE_SECRET_KEY');
  await app[Symbol.asyncDispose]();
});
