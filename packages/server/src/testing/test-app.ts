import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type App, startApp } from '../app.ts';
import type { Dispatch } from '../http/dispatch/local-dispatch.ts';
import type { FakeSandbox } from './fake-sandbox.ts';
import { type Config, readConfig } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { shareSnapshots } from '@pairspace/testkit/snapshot-cache';
import { testDatabaseUrl } from '@pairspace/testkit/test-database';
import { assertEntities } from './assert-entities.ts';
import { copyMigratedDatabase, createMigratedDatabase } from './migrated-database.ts';

/** A clock that only a test moves. */
export class TestClock implements Clock {
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** The envelope of any answer; the caller asserts the type of `data`. */
export interface Reply<Data> {
  status: number;
  headers: Headers;
  ok: boolean;
  data: Data;
  error: { code: string; message: string; details?: Record<string, unknown>; requestId: string };
}

export interface RequestOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export class TestApp implements AsyncDisposable {
  readonly url: string;
  readonly clock: TestClock;
  readonly config: Config;
  readonly dispatch: Dispatch;
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor({ url, dispatch }: App, clock: TestClock, config: Config, stop: () => Promise<void>) {
    this.url = url;
    this.dispatch = dispatch;
    this.clock = clock;
    this.config = config;
    this.#stop = stop;
  }

  get folder(): string {
    return this.config.dataFolder;
  }

  /** Undefined on the embedded database. */
  get databaseUrl(): string | undefined {
    return this.config.databaseUrl;
  }

  async request<Data = Record<string, unknown>>(
    method: string,
    path: string,
    { token, body, headers = {} }: RequestOptions = {},
  ): Promise<Reply<Data>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Omit<Reply<Data>, 'status' | 'headers'>;
    return { ...envelope, status: response.status, headers: response.headers };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }
}

/**
 * A separate service with a temporary folder and a free port — or with a separate database, if the tests have a
 * PostgreSQL (PAIRSPACE_TEST_DATABASE_URL) — with a clock that the test moves. With `beside` it is a second process on
 * the data and the clock of another one, which must be stopped last. It runs jobs in the given sandbox.
 */
export const startTestApp = async (
  overrides: Partial<Config> = {},
  beside?: TestApp,
  sandbox?: FakeSandbox,
): Promise<TestApp> => {
  const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), 'pairspace-test-')));
  const clock = beside?.clock ?? new TestClock();
  const database = testDatabaseUrl === undefined || beside ? undefined : await createMigratedDatabase();
  const config: Config = {
    ...readConfig({}),
    port: 0,
    dataFolder: folder,
    databaseUrl: database?.url ?? beside?.databaseUrl,
    databaseConnections: 6,
    requestRate: 'off',
    sessionPace: 'off',
    compute: sandbox ? 'on' : 'off',
    ...overrides,
  };
  if (!beside && config.dataFolder === folder && config.databaseUrl === undefined)
    await copyMigratedDatabase(join(folder, 'pairspace.sqlite'));
  if (config.compute === 'on' && !beside && !sandbox) await shareSnapshots(folder);
  const app = await startApp(config, {
    clock,
    log: pino({ level: 'silent' }),
    ...(sandbox && { openSandbox: (options) => sandbox.open(options) }),
  });
  return new TestApp(app, clock, config, async () => {
    await app[Symbol.asyncDispose]();
    if (!beside) await assertEntities({ databaseUrl: config.databaseUrl, folder: config.dataFolder });
    await database?.drop();
    if (!beside) await rm(folder, { recursive: true, force: true });
  });
};
