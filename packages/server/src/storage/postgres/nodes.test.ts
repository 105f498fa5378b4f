import { until } from '@pairspace/testkit/until';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '@pairspace/protocol';
import { aTcpProxy } from '../../testing/a-tcp-proxy.ts';
import { aSession } from '../../testing/a-session.ts';
import { openBeside } from '../../testing/open-beside.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { endTokens } from '../../access/token.ts';
import { saveProfile } from '../../agents/save-profile.ts';
import { openSession } from '../../sessions/open-session.ts';
import { createTestDatabase, onPostgres } from '@pairspace/testkit/test-database';
import { migrations } from '../migrate.ts';
import type { Transaction } from '../storage.ts';
import { openPostgres } from './open.ts';

const quiet = { onNotify: () => undefined, onAnnounce: () => undefined, clock: { now: () => 1 } };

describe('several processes on PostgreSQL', onPostgres, () => {
  test('[OPS-10] processes that start at once on an empty database all come up, and each migration runs once', async () => {
    const database = await createTestDatabase();
    const storages = await Promise.all(
      Array.from({ length: 8 }, () => openPostgres({ ...quiet, url: database.url, connections: 2 })),
    );
    for (const { read } of storages) {
      const versions = await read.all<{ version: number }>`select version from migration order by version`;
      expect(versions).toEqual(migrations.map(({ version }) => ({ version })));
    }
    await Promise.all(storages.map((storage) => storage[Symbol.asyncDispose]()));
    await database.drop();
  });

  test('a read that fails leaves the other reads of its turn, which share its connection', async () => {
    const database = await createTestDatabase();
    const storage = await openPostgres({ ...quiet, url: database.url, connections: 2 });
    const reads = [
      storage.read.get`select 1 as answer`,
      storage.read.get`select 1 / 0 as answer`,
      storage.read.get`select 2 as answer`,
    ];
    expect(await Promise.allSettled(reads)).toMatchObject([
      { value: { answer: 1 } },
      { reason: { code: '22012' } },
      { value: { answer: 2 } },
    ]);
    await storage[Symbol.asyncDispose]();
    await database.drop();
  });

  test('[OPS-11] while the database is away requests are 503, and the process serves again by itself', async () => {
    const database = await createTestDatabase();
    const proxy = await aTcpProxy(database.url);
    const app = await startTestApp({ databaseUrl: proxy.url });
    const { creator, id } = await aSession(app);
    const say = (content: string) => creator('POST', '/messages', { body: { content } });
    expect((await say('before')).status).toBe(201);

    await proxy.cut();
    for (const answer of [await say('lost'), await creator('GET', '/messages'), await app.request('GET', '/readyz')]) {
      expect([answer.status, answer.error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(JSON.stringify(answer.error)).not.toMatch(/postgres|ECONN|127\.0/i);
    }
    expect((await app.request('GET', '/healthz')).status).toBe(200);
    const metrics = await fetch(`${app.url}/metrics`);
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toMatch(/pairspace_webhook_queue NaN/i);
    const exported = await creator('GET', '/export');
    expect([exported.status, exported.error.code]).toEqual([503, 'UNAVAILABLE']);

    await proxy.mend();
    await until(async () => {
      expect((await say('after')).status).toBe(201);
    });
    expect((await app.request('GET', '/readyz')).status).toBe(200);
    const { data } = await app.request<{ items: { content: string }[] }>('GET', `/api/sessions/${id}/messages`);
    expect(data.items.map(({ content }) => content)).toEqual(['before', 'after']);
    await app[Symbol.asyncDispose]();
    await proxy.cut();
    await database.drop();
  });

  test('[OPS-11] a process that starts while the database is away waits for it', async () => {
    const database = await createTestDatabase();
    const proxy = await aTcpProxy(database.url);
    await proxy.cut();
    const waits: unknown[] = [];
    const opened = openPostgres({
      ...quiet,
      url: proxy.url,
      connections: 2,
      patienceMs: 20_000,
      onWait: (error) => waits.push(error),
    });
    await until(() => {
      expect(waits).toHaveLength(1);
    });
    await proxy.mend();
    await (await opened)[Symbol.asyncDispose]();
    expect(waits).toHaveLength(1);
    await proxy.cut();
    await expect(openPostgres({ ...quiet, url: proxy.url, connections: 2 })).rejects.toThrow('cannot be reached');
    await database.drop();
  });

  test('[OPS-11] a connection to a server that became read-only is replaced, and no standby is used', async () => {
    const database = await createTestDatabase();
    await using storage = await openPostgres({ ...quiet, url: database.url, connections: 2 });
    const write = () => storage.write((tx) => tx.run`update key_check set sealed = sealed`);
    const backend = async (): Promise<unknown> =>
      (await storage.write((tx) => tx.get<{ pid: number }>`select pg_backend_pid() as pid`))?.pid;
    const before = await backend();
    await storage.write((tx) => tx.run`set default_transaction_read_only to on`);
    expect(await write()).toBe(0);
    expect(await backend()).not.toBe(before);

    await storage.write(async (tx) => {
      await tx.run`create function public.pg_is_in_recovery() returns boolean language sql as 'select true'`;
      await tx.run`do $$ begin execute format('alter database %I set search_path to public, pg_catalog', current_database()); end $$`;
    });
    await expect(openPostgres({ ...quiet, url: database.url, connections: 2 })).rejects.toThrow('is a standby');
    await database.drop();
  });

  test('[OPS-10] a table that gets a column while a process runs is no error to it', async () => {
    const database = await createTestDatabase();
    await using storage = await openPostgres({ ...quiet, url: database.url, connections: 10 });
    const readRow = () => storage.read.all`select * from readiness`;
    const writeRow = () =>
      storage.write(async (tx) => {
        await tx.all`select * from readiness`;
        return tx.run`update key_check set sealed = sealed`;
      });
    const several = async (): Promise<void> => {
      await Promise.all([readRow, readRow, readRow, writeRow, writeRow, writeRow].map((one) => one()));
    };
    await several();
    await storage.write((tx) => tx.run`alter table readiness add column later bigint`);
    await several();
    await several();
    await database.drop();
  });

  test('[OPS-11] a session that somebody else holds refuses those who wait for it together, and not one by one', async () => {
    const database = await createTestDatabase();
    const url = database.url;
    await using storage = await openPostgres({ ...quiet, url, connections: 5, statementTimeoutMs: 700 });
    await using holder = await openPostgres({ ...quiet, url, connections: 5, statementTimeoutMs: 30_000 });
    await storage.write((tx) => tx.run`create table held (id text primary key)`);
    await storage.write((tx) => tx.run`insert into held (id) values ('one')`);
    const change = (tx: Transaction) => tx.run`update held set id = id where id = 'one'`;
    const release = Promise.withResolvers<void>();
    const holding = holder.write(
      async (tx) => {
        await change(tx);
        await tx.run`select pg_sleep(4)`;
        release.resolve();
      },
      { concurrent: true },
    );
    await until(async () => {
      const row = await holder.read
        .get`select 1 as found from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`;
      expect(row).toBeDefined();
    });
    const waiting = Array.from({ length: 20 }, () => storage.write(change, { session: 'ses_1' }));
    const results = await Promise.allSettled(waiting);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    await release.promise;
    await holding;
    await database.drop();
  });

  test('[HOOK-12] a webhook that is registered while a message waits for its session gets that message', async () => {
    const database = await createTestDatabase();
    const app = await startTestApp({ databaseUrl: database.url });
    const elsewhere = await openPostgres({ ...quiet, url: database.url, connections: 2 });
    const { id, creator } = await aSession(app);
    const other = await aSession(app);
    const webhook = { url: 'http://127.0.0.1:9/', events: ['message.created'] };
    await app.request('POST', '/api/webhooks', { token: other.tokens.creator, body: webhook });
    const registered = elsewhere.write(
      async (tx) => {
        await tx.run`update webhook_subscription set session_id = ${id} where session_id = ${other.id}`;
        await tx.get`select 1 as slept from pg_sleep(1)`;
      },
      { session: id },
    );
    await until(async () => {
      const row = await elsewhere.read
        .get`select 1 as found from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`;
      expect(row).toBeDefined();
    });
    expect((await creator('POST', '/messages', { body: { content: 'This one counts.' } })).status).toBe(201);
    await registered;
    expect(await elsewhere.read.all`select event from delivery where session_id = ${id}`).toEqual([
      { event: 'message.created' },
    ]);
    await app[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
    await database.drop();
  });

  test('[SEAT-9] the creation of a webhook waits for a change of its session that ends its token, and is refused', async () => {
    await using app = await startTestApp();
    await using elsewhere = await openBeside(app);
    const { id, tokens } = await aSession(app);
    const ended = elsewhere.write(
      async (tx) => {
        await endTokens(tx, { kind: 'agent', sessionId: id, id: 'bob' });
        await tx.get`select 1 as slept from pg_sleep(1)`;
      },
      { session: id },
    );
    await until(async () => {
      const row = await elsewhere.read
        .get`select 1 as found from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`;
      expect(row).toBeDefined();
    });
    const body = { url: 'http://127.0.0.1:9/', events: ['message.created'] };
    expect((await app.request('POST', '/api/webhooks', { token: tokens.partner, body })).status).toBe(401);
    await ended;
  });

  test('[HOOK-12] a webhook about a session waits for the deletion of the session, and is refused then', async () => {
    await using app = await startTestApp({ adminToken: 'the-operator' });
    await using elsewhere = await openBeside(app);
    for (const token of [undefined, 'the-operator']) {
      const { id } = await aSession(app);
      const deleted = elsewhere.write(
        async (tx) => {
          await tx.run`delete from session where id = ${id}`;
          await tx.get`select 1 as slept from pg_sleep(1)`;
        },
        { session: id },
      );
      await until(async () => {
        const row = await elsewhere.read
          .get`select 1 as found from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`;
        expect(row).toBeDefined();
      });
      const body = { url: 'http://127.0.0.1:9/', events: ['message.created'], sessionId: id };
      expect((await app.request('POST', '/api/webhooks', { token, body })).status).toBe(404);
      await deleted;
    }
    expect(await elsewhere.read.all`select id from webhook`).toEqual([]);
  });

  test('[HOOK-5] of open webhooks that are registered at once on two processes no more are taken than there may be', async () => {
    const limits = { ...defaultLimits, openWebhooksInAll: 3 };
    await using here = await startTestApp({ limits });
    await using there = await startTestApp({ limits }, here);
    const body = { url: 'http://127.0.0.1:9/', events: ['message.created'] };
    const made = await Promise.all(
      [here, there, here, there, here, there].map((app) => app.request('POST', '/api/webhooks', { body })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
  });

  test('[OPS-15] [IDEM-1] a key holds on every process: of requests at once one writes', async () => {
    await using here = await startTestApp();
    await using there = await startTestApp({}, here);
    const { id, tokens } = await aSession(here);
    const requests = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? here : there));
    const send = (path: string, key: string, body: object, token?: string) =>
      Promise.all(
        requests.map((app) =>
          app.request<{ id?: string; session?: { id: string } }>('POST', path, {
            body,
            token,
            headers: { 'idempotency-key': key },
          }),
        ),
      );
    const messages = await send(`/api/sessions/${id}/messages`, 'm', { content: 'once' }, tokens.creator);
    const sessions = await send('/api/sessions', randomUUID(), { name: 'once' });
    for (const answers of [messages, sessions]) {
      for (const { status } of answers) expect([201, 409]).toContain(status);
      const made = answers.filter(({ ok }) => ok).map(({ data }) => data.session?.id ?? data.id);
      expect(new Set(made).size).toBe(1);
    }
  });

  test('[NOTE-4] of edits at once on two processes one is taken', async () => {
    await using here = await startTestApp();
    await using there = await startTestApp({}, here);
    const { id, creator, tokens } = await aSession(here);
    const { data } = await creator<{ id: string }>('POST', '/notes', { body: {} });
    for (let version = 1; version <= 10; version++) {
      const edits = await Promise.all(
        [here, there, here, there].map((app, index) =>
          app.request('PUT', `/api/sessions/${id}/notes/${data.id}`, {
            token: tokens.creator,
            body: { expectedVersion: version, content: String(index) },
          }),
        ),
      );
      expect(edits.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    }
    const { data: log } = await creator<{ items: { seq: number }[] }>('GET', '/events');
    expect(log.items.map(({ seq }) => seq)).toEqual(log.items.map((_, index) => index + 1));
  });

  describe('two transactions about one agent at the same moment', () => {
    const aSecond = async (tx: Transaction): Promise<void> => {
      await tx.get`select 1 as slept from pg_sleep(0.5)`;
    };
    const open = (agentId: string, agentName: string) => async (tx: Transaction) => {
      const wanted = { name: 'Plan', agentId, agentName, visibility: 'public', mode: 'async' } as const;
      await openSession(tx, { ...wanted, maxAgents: 2, metadata: {}, inviteTtlMs: 1000 });
    };
    const protect = (agentId: string) => async (tx: Transaction) => {
      await saveProfile(tx, { agentId, protect: true }, undefined);
    };
    const bothOf = async (first: (tx: Transaction) => Promise<void>, second: (tx: Transaction) => Promise<void>) => {
      const database = await createTestDatabase();
      await using storage = await openPostgres({ ...quiet, url: database.url, connections: 4 });
      const { promise: isFirst, resolve: goOn } = Promise.withResolvers<void>();
      const slow = storage.write(
        async (tx) => {
          await first(tx);
          // Writes of the first may still be queued; the database answers this after it has run them.
          await tx.get`select 1 as answered`;
          goOn();
          await aSecond(tx);
        },
        { concurrent: true },
      );
      await isFirst;
      const results = await Promise.allSettled([slow, storage.write(second, { concurrent: true })]);
      const words = await storage.read.all<{ word: string }>`select word from agent_word order by word`;
      return { states: results.map(({ status }) => status), words: words.map(({ word }) => word) };
    };

    test('[MOD-8] an id that is being protected is not taken', async () => {
      expect((await bothOf(protect('ada'), open('ada', 'Ada'))).states).toEqual(['fulfilled', 'rejected']);
    });

    test('[MOD-8] an id that is being taken is not protected', async () => {
      expect((await bothOf(open('ada', 'Ada'), protect('ada'))).states).toEqual(['fulfilled', 'rejected']);
    });

    test('[AGT-3] of two that take one id under two names, the profile has the name and the words of the first', async () => {
      const { states, words } = await bothOf(open('7', '8'), open('7', '9'));
      expect(states).toEqual(['fulfilled', 'fulfilled']);
      expect(words).toEqual(['7', '8']);
    });
  });
});
