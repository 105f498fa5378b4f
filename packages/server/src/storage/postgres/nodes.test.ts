import { describe, expect, test, vi } from 'vitest';
import { aGate } from '../../testing/a-gate.ts';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createTestDatabase, testDatabaseUrl } from '../../testing/test-database.ts';
import { openPostgres } from './open.ts';

const quiet = { onNudge: () => undefined, onAnnounce: () => undefined, clock: { now: () => 1 } };

describe.skipIf(testDatabaseUrl === undefined)('several processes on PostgreSQL (PAIRSPACE_TEST_DATABASE_URL)', () => {
  test('[OPS-10] processes that start at once on an empty database all come up, and each migration runs once', async () => {
    const database = await createTestDatabase();
    const storages = await Promise.all(
      Array.from({ length: 8 }, () => openPostgres({ ...quiet, url: database.url, connections: 2 })),
    );
    for (const { read } of storages) {
      const versions = await read.all<{ version: number }>`select version from migration order by version`;
      expect(versions.length).toBeGreaterThan(2);
      expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length);
    }
    await Promise.all(storages.map((storage) => storage[Symbol.asyncDispose]()));
    await database.drop();
  });

  test('[OPS-11] while the database is away requests are 503, and the process serves again by itself', async () => {
    const database = await createTestDatabase();
    const gate = await aGate(database.url);
    const app = await startTestApp({ databaseUrl: gate.url });
    const { creator, id } = await aSession(app);
    const say = (content: string) => creator('POST', '/messages', { body: { content } });
    expect((await say('before')).status).toBe(201);

    await gate.cut();
    for (const answer of [await say('lost'), await creator('GET', '/messages'), await app.request('GET', '/readyz')]) {
      expect([answer.status, answer.error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(JSON.stringify(answer.error)).not.toMatch(/postgres|ECONN|127\.0/i);
    }
    expect((await app.request('GET', '/healthz')).status).toBe(200);

    await gate.mend();
    await vi.waitFor(async () => {
      expect((await say('after')).status).toBe(201);
    }, 5000);
    expect((await app.request('GET', '/readyz')).status).toBe(200);
    const { data } = await app.request<{ items: { content: string }[] }>('GET', `/api/sessions/${id}/messages`);
    expect(data.items.map(({ content }) => content)).toEqual(['before', 'after']);
    await app[Symbol.asyncDispose]();
    await gate.cut();
    await database.drop();
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
    const sessions = await send('/api/sessions', 's', { name: 'once' });
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
});
