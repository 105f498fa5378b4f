import { until } from '@pairspace/testkit/until';
import type { AdminEntry, CreateKey, NewCreateKey, Note, SessionExport } from '@pairspace/protocol';
import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { json, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { createServiceLimits } from '../../limits/service-limits.ts';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stepsOf } from './body-steps.ts';
import { ImportReaders } from './import-readers.ts';
import type { ExportForm } from './read-export.ts';

let here: TestApp;
let large: { id: string; text: string; archive: string };
beforeAll(async () => {
  here = await startTestApp();
  large = await aLargeExport(here);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => here[Symbol.asyncDispose]());

/** The export of a session that stores about 400 KB. */
const aLargeExport = async (app: TestApp): Promise<typeof large> => {
  const { creator, id } = await aSession(app);
  const note = await creator<Note>('POST', '/notes', { body: { title: 'Log', content: 'x'.repeat(20_000) } });
  for (let version = 1; version <= 20; version++) {
    const content = `${String(version)} ${'y'.repeat(20_000)}`;
    await creator('PUT', `/notes/${note.data.id}`, { body: { expectedVersion: version, content } });
  }
  const { data } = await creator<SessionExport>('GET', '/export');
  const archive = await fetch(`${app.url}/api/sessions/${id}/export?format=jsonl`);
  return { id, text: JSON.stringify(data), archive: await archive.text() };
};

/** An import whose body the test sends piece by piece. */
const openImport = (url: string, headers: Record<string, string> = {}) => {
  const sent = request(`${url}/api/sessions/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answered = once(sent, 'response').then(async (given) => {
    const response = given[0] as IncomingMessage;
    return { status: response.statusCode, body: await json(response) };
  });
  answered.catch(() => undefined);
  return { sent, answered };
};

const countOf = async (app: Pick<TestApp, 'databaseUrl' | 'folder'>, table: string, id: string): Promise<number> => {
  await using inside = await lookInside(app);
  const column = table === 'session' ? 'id' : 'session_id';
  const [row] = await inside.rows(`select count(*) as count from ${table} where ${column} = '${id}'`);
  return Number(row?.['count']);
};

test('[IMP-9] an export above the quota of a session is 413, and nothing of it stays', async () => {
  const { limits } = readConfig({ PAIRSPACE_LIMITS: 'sessionBytes=300000' });
  await using there = await startTestApp({ limits });
  const body: unknown = JSON.parse(large.text);
  const refused = await there.request('POST', '/api/sessions/import', { body });
  expect([refused.status, refused.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  await until(async () => {
    expect(await countOf(there, 'event', large.id)).toBe(0);
    expect(await countOf(there, 'content', large.id)).toBe(0);
    expect(await countOf(there, 'deletion', large.id)).toBe(0);
  });
});

test('[IMP-1] a JSON export of more than 64 MB is refused, and an archive is not', async () => {
  const capacity = { sessionBytes: 200 * 1024 ** 2, isFull: false };
  const megabytes = async function* (count: number): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < count; sent++) yield await Promise.resolve(new Uint8Array(1024 ** 2));
  };
  const sizeOf = async (form: ExportForm, count: number): Promise<number> => {
    let bytes = 0;
    for await (const step of stepsOf(megabytes(count), form, capacity, new AbortController().signal))
      bytes += step.length;
    return bytes / 1024 ** 2;
  };
  expect(await sizeOf('bundle', 64)).toBe(64);
  await expect(sizeOf('bundle', 65)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  await expect(sizeOf('bundle', 65)).rejects.toThrow('format=jsonl');
  expect(await sizeOf('archive', 65)).toBe(65);
});

test('[IMP-9] a body that brings nothing for 30 s is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
  };
  const steps = stepsOf(silent, 'archive', { sessionBytes: 1000, isFull: false }, new AbortController().signal);
  const refused = expect(steps.next()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});

test('[IMP-9] a body that brings less than 256 KB in 50 s is refused, and a steady one is read to its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const capacity = { sessionBytes: 10_000_000, isFull: false };
  const everySecond = async function* (bytes: number, seconds: number): AsyncGenerator<Uint8Array> {
    for (let second = 0; second < seconds; second++) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      yield new Uint8Array(bytes);
    }
  };
  const whole = async (body: AsyncIterable<Uint8Array>): Promise<number> => {
    let bytes = 0;
    for await (const step of stepsOf(body, 'archive', capacity, new AbortController().signal)) bytes += step.length;
    return bytes;
  };
  const slow = expect(whole(everySecond(100, 3600))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await vi.advanceTimersByTimeAsync(50_000);
  await slow;
  const steady = whole(everySecond(10_000, 120));
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await steady).toBe(1_200_000);
});

test('[IMP-9] a process runs two imports at once, and a third is refused', async () => {
  const { imports } = createServiceLimits(readConfig({}));
  const readers = new ImportReaders(imports);
  const address = '203.0.113.1';
  const release = Promise.withResolvers<undefined>();
  const running = [1, 2].map(() => readers.large(address, () => release.promise));
  await expect(readers.large(address, () => Promise.resolve())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  release.resolve(undefined);
  await Promise.all(running);
  await readers.large(address, () => Promise.resolve());
});

test('[IMP-9] [ERR-2] the body of an import may take longer than that of another request', async () => {
  await using there = await startTestApp({ requestTimeoutMs: 200 });
  const { sent, answered } = openImport(there.url);
  sent.write(large.text.slice(0, 200_000));
  // The server looks for requests that take too long from time to time: this one came later and is ended.
  const other = connect(Number(new URL(there.url).port), '127.0.0.1');
  other.write(
    'POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  expect(await text(other)).toMatch(/^HTTP\/1\.1 400 /);
  sent.end(large.text.slice(200_000));
  expect((await answered).status).toBe(201);
});

test('[MOD-16] an import is refused and stores no session if its create key ends before the body has arrived', async () => {
  const adminToken = 'the-operator';
  await using there = await startTestApp({ adminToken, creators: 'key' });
  const { creator, id } = await aSession(here);
  const { data: exported } = await creator<SessionExport>('GET', '/export');
  const keys = <Data>(method: string, path = '', body?: unknown) =>
    there.request<Data>(method, `/api/create-keys${path}`, { token: adminToken, body });
  const made = (await keys<NewCreateKey>('POST', '', { name: 'short' })).data;
  const { sent, answered } = openImport(there.url, { 'x-create-key': made.key });
  sent.write(JSON.stringify(exported).slice(0, -1));
  await until(async () => {
    const { items } = (await keys<{ items: CreateKey[] }>('GET')).data;
    expect(items[0]?.lastUsedAt).not.toBeNull();
  });
  expect((await keys('DELETE', `/${made.id}`)).status).toBe(200);
  sent.end('}');
  expect(await answered).toMatchObject({ status: 403, body: { error: { details: { reason: 'create_key' } } } });
  expect(await countOf(there, 'session', id)).toBe(0);
});

test('[ADM-1] an import by the operator is in the log of the administration', async () => {
  const token = 'the-operator';
  await using there = await startTestApp({ adminToken: token });
  const { creator, id } = await aSession(here);
  const { data: body } = await creator<SessionExport>('GET', '/export');
  expect((await there.request('POST', '/api/sessions/import', { token, body })).status).toBe(201);
  const { data } = await there.request<{ items: AdminEntry[] }>('GET', '/api/admin/log', { token });
  expect(data.items).toMatchObject([{ action: 'importSession', target: '/api/sessions/import', details: { id } }]);
});

test('[IMP-1] an import that a killed process has left behind is removed, and nothing of it was visible', async () => {
  const { id, text, archive } = large;
  await using running = await startTestApp({ databaseUrl: undefined });
  const { sent, answered } = openImport(running.url, { 'content-type': 'application/jsonl' });
  sent.write(archive.slice(0, -1000));
  await until(async () => {
    expect(await countOf(running, 'event', id)).toBeGreaterThan(0);
  });
  expect((await running.request('GET', `/api/sessions/${id}`)).status).toBe(404);
  // A copy of the data is what a kill leaves behind.
  await using scratch = await scratchFolder(tmpdir());
  await cp(running.folder, scratch.path, { recursive: true });
  sent.destroy();
  await expect(answered).rejects.toThrow();

  await using app = await startTestApp({ dataFolder: scratch.path, databaseUrl: undefined });
  expect(await countOf(app, 'session', id)).toBe(0);
  app.clock.advance(61_000);
  await until(async () => {
    for (const table of ['session_import', 'deletion', 'event', 'entity', 'content', 'content_body']) {
      expect([table, await countOf(app, table, id)]).toEqual([table, 0]);
    }
  });
  const again = await app.request('POST', '/api/sessions/import', { body: JSON.parse(text) as unknown });
  expect(again.status).toBe(201);
});

test('[IMP-11] a service that imports nothing says so; an exposed one is such by default', async () => {
  await using app = await startTestApp({ allowImport: false });
  const { status, error } = await app.request('POST', '/api/sessions/import', { body: {} });
  expect([status, error.details?.['reason']]).toEqual([403, 'import_off']);
  expect(readConfig({ HOST: '0.0.0.0' }).allowImport).toBe(false);
  expect(readConfig({ HOST: '0.0.0.0', PAIRSPACE_IMPORT: 'on' }).allowImport).toBe(true);
  expect(readConfig({}).allowImport).toBe(true);
});
