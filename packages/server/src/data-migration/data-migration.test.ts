import type { Message } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Client } from 'pg';
import { systemClock } from '../lib/clock.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { sayMany } from '../testing/say-many.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, onPostgres, type TestDatabase } from '@pairspace/testkit/test-database';
import { backUpInstallation } from './back-up-installation.ts';
import { moveInstallation } from './move-installation.ts';

let folder: string;
let copy: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-migration-'));
  copy = join(folder, 'copy');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A session with entities of every kind, on the embedded database. */
const aFullSession = async (): Promise<{ app: TestApp; fixture: SessionFixture }> => {
  const app = await startTestApp({ databaseUrl: undefined });
  const fixture = await aSession(app);
  const { creator, tokens } = fixture;
  await sayMany(
    app,
    fixture.id,
    Array.from({ length: 150 }, (_, index) => `Message ${String(index)} “é” 😀`),
  );
  await creator('POST', '/notes', { body: { title: 'Plan', content: 'n'.repeat(200_000) } });
  await creator('POST', '/files', { body: { path: 'src/a.ts', content: 'let a;\r\n' } });
  const picture = {
    path: 'a.png',
    content: Buffer.from([0x89, 0, 255, 10, 13]).toString('base64'),
    encoding: 'base64',
  };
  await creator('POST', '/files', { body: picture });
  const webhook = { url: 'http://127.0.0.1:9/', events: ['session.paused'], secret: 'a secret of the receiver' };
  await app.request('POST', '/api/webhooks', { token: tokens.creator, body: webhook });
  return { app, fixture };
};

const seen = [
  '',
  '/messages?limit=200',
  '/notes',
  '/files',
  '/files/a.png',
  '/events?limit=200',
  '/presence',
  '/observers',
];

const everythingOf = async (app: TestApp, { id, tokens }: SessionFixture): Promise<unknown[]> => {
  const answers = [];
  const token = tokens.creator;
  for (const part of seen) answers.push((await app.request('GET', `/api/sessions/${id}${part}`, { token })).data);
  answers.push((await app.request('GET', '/api/webhooks', { token })).data);
  answers.push((await app.request('GET', '/api/directory')).data);
  return answers;
};

/** Verifies an export of the session with the keys from before the copy. */
const expectVerified = async (app: TestApp, { id, tokens }: SessionFixture, keys: { kid: string }[]): Promise<void> => {
  const { data } = await app.request('GET', `/api/sessions/${id}/export`, { token: tokens.creator });
  verifyExport(data, { keys });
};

const keysOf = async (app: TestApp): Promise<{ kid: string }[]> =>
  (await app.request<{ keys: { kid: string }[] }>('GET', '/api/keys')).data.keys;

describe('a backup', () => {
  test('[OPS-18] [CHN-3] is whole while writes go on, and a service runs on it', async () => {
    const { app, fixture } = await aFullSession();
    const enough = new AbortController();
    const writer = (async () => {
      while (!enough.signal.aborted) {
        await fixture.creator('POST', '/messages', { body: { content: 'meanwhile' } });
      }
    })();
    await mkdir(copy, { mode: 0o755 });
    await backUpInstallation(app.folder, copy);
    enough.abort();
    await writer;
    const early = '/messages?since=0&limit=150';
    const { data: now } = await fixture.stranger<{ items: Message[] }>('GET', early);
    const keys = await keysOf(app);
    await app[Symbol.asyncDispose]();
    for (const name of ['pairspace.sqlite', 'secret.key']) {
      expect((await stat(join(copy, name))).mode & 0o077).toBe(0);
    }

    await using restored = await startTestApp({ databaseUrl: undefined, dataFolder: copy });
    const path = `/api/sessions/${fixture.id}`;
    const { data } = await restored.request<{ items: Message[] }>('GET', `${path}${early}`);
    expect(data.items).toEqual(now.items);
    await expectVerified(restored, fixture, keys);
    const after = { token: fixture.tokens.creator, body: { content: 'after' } };
    const { status } = await restored.request('POST', `${path}/messages`, after);
    expect(status).toBe(201);
  });

  test('[OPS-18] overwrites nothing, and does not begin without a database', async () => {
    const { app } = await aFullSession();
    onTestFinished(() => app[Symbol.asyncDispose]());
    await backUpInstallation(app.folder, copy);
    await expect(backUpInstallation(app.folder, copy)).rejects.toThrow('is there already');
    await expect(backUpInstallation(copy + 'x', join(folder, 'y'))).rejects.toThrow('is not there');
  });
});

describe('a move to PostgreSQL', onPostgres, () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    return database.drop;
  });

  const move = (onProgress?: (table: string) => void) =>
    moveInstallation({ from: copy, to: database.url, clock: systemClock, ...(onProgress && { onProgress }) });

  /** A copy of an installation that was deleted, and the answers of the original. */
  const aCopy = async (): Promise<{ fixture: SessionFixture; answers: unknown[]; keys: { kid: string }[] }> => {
    const { app, fixture } = await aFullSession();
    const answers = await everythingOf(app, fixture);
    const keys = await keysOf(app);
    await backUpInstallation(app.folder, copy);
    await app[Symbol.asyncDispose]();
    return { fixture, answers, keys };
  };

  const onTarget = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  test('[OPS-19] [CHN-3] brings everything, tokens included, and the source stays as it is', async () => {
    const { fixture, answers, keys } = await aCopy();
    const moved = await move();
    expect(moved.find(({ table }) => table === 'event')?.rows).toBeGreaterThan(150);
    await using there = await startTestApp({ dataFolder: copy, databaseUrl: database.url });
    expect(await everythingOf(there, fixture)).toEqual(answers);
    await expectVerified(there, fixture, keys);
    const after = { token: fixture.tokens.creator, body: { content: 'after' } };
    expect((await there.request('POST', `/api/sessions/${fixture.id}/messages`, after)).status).toBe(201);
    await expectVerified(there, fixture, keys);
    await using here = await startTestApp({ dataFolder: copy, databaseUrl: undefined });
    expect(await everythingOf(here, fixture)).toEqual(answers);
  });

  test.each([1, 2, 5, 9])('[OPS-19] one that was interrupted in step %i goes on', async (steps) => {
    const { fixture, answers } = await aCopy();
    let left = steps;
    const interrupt = (): void => {
      if (--left === 0) throw new Error('interrupted');
    };
    await expect(move(interrupt)).rejects.toThrow('interrupted');
    await move();
    await using there = await startTestApp({ dataFolder: copy, databaseUrl: database.url });
    expect(await everythingOf(there, fixture)).toEqual(answers);
  });

  test('[OPS-19] one that does not bring the same is told', async () => {
    await aCopy();
    const afterMessages = (table: string): void => {
      if (table === 'token') throw new Error('interrupted');
    };
    await expect(move(afterMessages)).rejects.toThrow('interrupted');
    await onTarget(`update event set data = '{}' where seq = 3`);
    await expect(move()).rejects.toThrow('Table event differs');
  });

  test('[OPS-19] a target that holds something is refused, and so is a source in use', async () => {
    await aCopy();
    await move();
    await expect(move()).rejects.toThrow('The target is not empty');
    await using app = await startTestApp({ databaseUrl: undefined });
    const migration = moveInstallation({ from: app.folder, to: database.url, clock: systemClock });
    await expect(migration).rejects.toThrow('Stop the service');
  });
});
