import type { SearchHit } from '@pairspace/protocol';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession, type Caller } from '../testing/a-session.ts';
import { sayMany } from '../testing/say-many.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { rebuildIndex } from './rebuild-index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface Page {
  items: SearchHit[];
  partial: boolean;
  indexedSeq: number;
  warnings?: string[];
}

const find = async (caller: Caller, q: string): Promise<string[]> => {
  const { data } = await caller<Page>('GET', `/search?limit=200&q=${encodeURIComponent(q)}`);
  return data.items.map(({ title, snippet }) => title ?? snippet.text);
};

const findPublic = async (q: string): Promise<string[]> =>
  (await app.request<Page>('GET', `/api/search?q=${q}`)).data.items.map(({ snippet }) => snippet.text);

const numbered = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${word} ${String(n)}`);

const say = (caller: Caller, content: string) => caller('POST', '/messages', { body: { content } });

test('[SRCH-8] each write is found by the next search, and what was there before is not', async () => {
  const { creator } = await aSession(app);
  for (let n = 0; n < 20; n++) {
    const word = `quokka${String.fromCharCode(97 + n)}`;
    const { data } = await creator<{ id: string }>('POST', '/notes', { body: { title: 'N', content: word } });
    expect(await find(creator, word)).toEqual(['N']);
    await creator('PUT', `/notes/${data.id}`, { body: { expectedVersion: 1, content: 'another' } });
    expect(await find(creator, word)).toEqual([]);
    await creator('POST', '/files', { body: { path: `${word}.txt`, content: 'in a file' } });
    expect(await find(creator, word)).toEqual([`${word}.txt`]);
    await say(creator, `${word} said`);
    expect(await find(creator, `"${word} said"`)).toEqual([`${word} said`]);
    await creator('DELETE', `/files/${word}.txt`);
    expect(await find(creator, word)).toEqual([`${word} said`]);
  }
});

test('[SRCH-10] a session that turns private and public again is found among the public ones as it is', async () => {
  const { creator, id } = await aSession(app);
  await sayMany(app, id, numbered('walrus', 250));
  for (let round = 0; round < 3; round++) {
    // On a busy machine the index follows a change of 250 messages in more than the second that a search waits.
    await expect.poll(() => findPublic('"walrus%20249"')).toEqual(['walrus 249']);
    await creator('POST', '/visibility', { body: { visibility: 'private' } });
    expect(await findPublic('walrus')).toEqual([]);
    await expect.poll(() => find(creator, '"walrus 7"')).toEqual(['walrus 7']);
    await creator('POST', '/visibility', { body: { visibility: 'public' } });
  }
});

test('[SRCH-4] the documents of a fork are found', async () => {
  const { creator } = await aSession(app);
  await creator('POST', '/notes', { body: { title: 'Okapi', content: 'stripes' } });
  const body = { name: 'Fork' };
  const { data } = await creator<{ session: { id: string }; token: string }>('POST', '/fork', { body });
  const path = `/api/sessions/${data.session.id}/search?q=stripes`;
  const found = await app.request<Page>('GET', path, { token: data.token });
  expect(found.data.items.map(({ title }) => title)).toEqual(['Okapi']);
});

test('[SRCH-8] a session that was deleted and imported again is indexed up to its last event', async () => {
  const { creator, id } = await aSession(app);
  await say(creator, 'the okapi');
  const { data: document } = await creator('GET', '/export');
  await creator('DELETE', '');
  await app.request('GET', '/api/search?q=okapi');
  const imported = await app.request<{ session: { lastSeq: number }; observerToken: string }>(
    'POST',
    '/api/sessions/import',
    { body: document },
  );
  expect(imported.status).toBe(201);
  const { session, observerToken: token } = imported.data;
  const { data } = await app.request<Page>('GET', `/api/sessions/${id}/search?q=okapi`, { token });
  expect(data).toMatchObject({ items: [{ snippet: { text: 'the okapi' } }], indexedSeq: session.lastSeq });
});

test('[SRCH-9] the words of what was deleted leave the file of the index', async () => {
  if (app.databaseUrl !== undefined) return;
  const { creator, id } = await aSession(app);
  const kept = await aSession(app);
  const word = 'xylophonistsecret';
  await sayMany(
    app,
    id,
    numbered(word, 120).map((text, n) => `${text} ${'filler '.repeat(n)}`),
  );
  await say(kept.creator, 'kept');
  expect(await find(creator, word)).toHaveLength(120);
  const holders = (): string[] =>
    readdirSync(app.folder).filter((name) => readFileSync(join(app.folder, name)).includes(word));
  expect(holders()).not.toEqual([]);
  await creator('DELETE', '');
  await expect.poll(holders, { timeout: 240_000 }).toEqual([]);
  expect(await find(kept.creator, 'kept')).toEqual(['kept']);
});

test('[SRCH-3] of a document with very many words the first ones are found', async () => {
  const { creator } = await aSession(app);
  const words = Array.from(
    { length: 120_000 },
    (_, n) => `w${n.toString(26).replaceAll(/\d/g, (d) => 'qrstuvwxyz'[Number(d)] ?? '')}`,
  );
  const content = words.join(' ');
  const { status } = await creator('POST', '/notes', { body: { title: 'Words', content } });
  expect(status).toBe(201);
  expect(await find(creator, `${words[0] ?? ''} ${words[20_000] ?? ''}`)).toEqual(['Words']);
  expect(await find(creator, words.at(-1) ?? '')).toEqual([]);
  await creator('POST', '/files', {
    body: { path: 'large.txt', content: `${'ordinary text again '.repeat(80)}wombat` },
  });
  expect(await find(creator, '"again wombat"')).toEqual(['large.txt']);
});

test('[SRCH-2] signs in a query are left out, and the answer says so', async () => {
  const { creator } = await aSession(app);
  await say(creator, 'login or logout');
  const { data } = await creator<Page>('GET', '/search?q=login%20/%20logout');
  expect(data.items).toHaveLength(1);
  expect(data.warnings).toEqual(['Signs without a letter or a digit were left out: /']);
});

test('[SRCH-15] an index is made anew from the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-search-'));
  const own = await startTestApp({ dataFolder: folder });
  const { creator, id, tokens } = await aSession(own);
  await sayMany(own, id, numbered('lynx', 230));
  const page = async (there: TestApp): Promise<unknown> => {
    const path = `/api/sessions/${id}/search?limit=200&q=lynx%20-7`;
    const { items } = (await there.request<Page>('GET', path, { token: tokens.creator })).data;
    expect(items).toHaveLength(200);
    return items;
  };
  const before = await page(own);
  await creator('POST', '/notes', { body: { title: 'Lynx', content: 'late' } });
  await creator('DELETE', '/notes/none');
  const { databaseUrl } = own;
  if (databaseUrl === undefined) await own[Symbol.asyncDispose]();
  expect(await rebuildIndex({ dataFolder: folder, databaseUrl, databaseConnections: 4 })).toBeGreaterThanOrEqual(1);
  const again = databaseUrl === undefined ? await startTestApp({ dataFolder: folder }) : own;
  const after = (await page(again)) as SearchHit[];
  expect(after[0]?.title).toBe('Lynx');
  expect(after.slice(1)).toEqual((before as SearchHit[]).slice(0, 199));
  await again[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
