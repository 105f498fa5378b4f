import type { SearchHit } from '@pairspace/protocol';
import { until } from '@pairspace/testkit/until';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSearch } from '../testing/a-search.ts';
import { aSession, type Caller } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { sayMany } from '../testing/say-many.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { listBehind } from './list-behind.ts';
import { indexFile, placeOf } from './place.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { SearchIndex } from './search-index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface Page {
  items: SearchHit[];
  partial: boolean;
  indexedSeq: number;
}

/** The answer when the index has caught up, which takes more than one request on a busy machine. */
const find = async (caller: Caller, q: string): Promise<string[]> => {
  const { lastSeq } = (await caller<{ lastSeq: number }>('GET', '')).data;
  for (;;) {
    const { data } = await caller<Page>('GET', `/search?limit=200&q=${encodeURIComponent(q)}`);
    if (data.indexedSeq >= lastSeq && !data.partial)
      return data.items.map(({ title, snippet }) => title ?? snippet.text);
  }
};

const numbered = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${word} ${String(n)}`);

const say = (caller: Caller, content: string) => caller('POST', '/messages', { body: { content } });

/** Says that the index has followed another log than the present one. */
const forgetHash = async (): Promise<void> => {
  if (app.databaseUrl === undefined) {
    using db = new DatabaseSync(indexFile(app.folder));
    db.exec("update followed set hash = 'another'");
  } else {
    await using storage = await openBeside(app);
    await storage.write((tx) => tx.run`update search_session set hash = 'another'`);
  }
};

test('an index of another log is made anew', async () => {
  const { creator, id } = await aSession(app);
  await sayMany(app, id, numbered('walrus', 250));
  expect(await find(creator, 'walrus')).toHaveLength(200);
  await forgetHash();
  await say(creator, 'walrus at last');
  expect((await find(creator, 'walrus'))[0]).toBe('walrus at last');
  expect(await find(creator, '"walrus 7"')).toEqual(['walrus 7']);
  expect(await find(creator, '"walrus 249"')).toEqual(['walrus 249']);
});

test('an index goes on where it ended, and a file that is damaged is made anew', async () => {
  const { creator, id } = await aSession(app);
  await say(creator, 'the ibex');
  expect(await find(creator, 'ibex')).toEqual(['the ibex']);
  const openIndex = (): SearchIndex => new SearchIndex({ place: placeOf(app.config), onError: () => undefined });
  const seqOf = async (): Promise<number> => {
    await using index = openIndex();
    return await index.followed(id, 6, 10_000);
  };
  expect(await seqOf()).toBe(6);
  if (app.databaseUrl !== undefined) return;
  await app[Symbol.asyncDispose]();
  app = await startTestApp();
  writeFileSync(indexFile(app.folder), 'no database '.repeat(1000));
  const second = await aSession(app);
  await say(second.creator, 'the chamois');
  expect(await find(second.creator, 'chamois')).toEqual(['the chamois']);
});

test('a session whose index is ahead of its log, as after a restore, counts as behind', async () => {
  const { id, session } = await aSession(app);
  await using storage = await openBeside(app);
  const store = { list: () => Promise.resolve([{ id, seq: session.lastSeq + 5, isPublic: true }]) };
  const behind: string[] = [];
  for await (const one of listBehind(store, storage.read)) behind.push(one);
  expect(behind).toContain(id);
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

test('[SRCH-9] the words of what was deleted leave the files of the index', async () => {
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
    readdirSync(app.folder).filter(
      (name) => name.startsWith('search.sqlite') && readFileSync(join(app.folder, name)).includes(word),
    );
  expect(holders()).not.toEqual([]);
  await creator('DELETE', '');
  await expect.poll(holders).toEqual([]);
  expect(await find(kept.creator, 'kept')).toEqual(['kept']);
});

test('[SRCH-11] a search that has no time left, or no index, answers in part', async () => {
  const { creator, id } = await aSession(app);
  for (let n = 0; n < 5; n++) await say(creator, `narwhal ${String(n)}`);
  expect(await find(creator, 'narwhal')).toHaveLength(5);
  await using index = new SearchIndex({ place: placeOf(app.config), onError: () => undefined });
  const query = aSearch('narwhal', { sessions: [id] });
  expect(await index.find(query, 'here')).toMatchObject({ partial: false });
  expect(await index.find({ ...query, sessions: ['ses_none'] }, 'here')).toEqual({ hits: [], partial: false });
  const late = await index.find({ ...query, budgetMs: -1 }, 'here');
  expect(late.partial).toBe(true);
  expect(late.hits.length).toBeLessThan(5);
  const place =
    app.databaseUrl === undefined ? { dataFolder: '/nowhere' } : { databaseUrl: 'postgres://127.0.0.1:1/x' };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  await using broken = new SearchIndex({ place, onError });
  expect(await broken.find({ ...query, budgetMs: 100 }, 'here')).toEqual({ hits: [], partial: true });
  expect(errors).toHaveLength(1);
});

test('[SRCH-11] searches that come while too many wait answer in part, and are no failure of the index', async () => {
  const { creator, id } = await aSession(app);
  await say(creator, 'ibex');
  expect(await find(creator, 'ibex')).toHaveLength(1);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  await using index = new SearchIndex({ place: placeOf(app.config), onError });
  const query = aSearch('ibex', { sessions: [id] });
  const all = await Promise.all(Array.from({ length: 100 }, () => index.find(query, 'here')));
  expect(errors).toEqual([]);
  for (const { hits, partial } of all) expect(hits.length).toBe(partial ? 0 : 1);
  expect(all.some(({ partial }) => partial)).toBe(true);
  expect(await index.find(query, 'here')).toMatchObject({ partial: false });
});

test('[SRCH-11] the search of an address does not wait for all those of another', async () => {
  const { creator, id } = await aSession(app);
  await say(creator, 'gecko');
  expect(await find(creator, 'gecko')).toHaveLength(1);
  await using index = new SearchIndex({ place: placeOf(app.config), onError: () => undefined });
  const query = aSearch('gecko', { sessions: [id] });
  const ended: string[] = [];
  const search = async (address: string): Promise<void> => {
    const { hits } = await index.find(query, address);
    if (hits.length === 1) ended.push(address);
  };
  const many = Array.from({ length: 70 }, () => search('one'));
  await Promise.all([...many, search('another'), search('a third')]);
  expect(ended).toHaveLength(66);
  expect(ended.indexOf('another')).toBeLessThan(3);
  expect(ended.indexOf('a third')).toBeLessThan(4);
});

test('[SRCH-3] a document with very many words is found by its first ones', async () => {
  const { creator } = await aSession(app);
  const words = Array.from({ length: 120_000 }, (_, n) => `w${n.toString(36)}`);
  const content = words.join(' ');
  const { status } = await creator('POST', '/notes', { body: { title: 'Words', content } });
  expect(status).toBe(201);
  expect(await find(creator, `${words[0] ?? ''} ${words[20_000] ?? ''}`)).toEqual(['Words']);
  expect(await find(creator, words.at(-1) ?? '')).toEqual([]);
  await creator('POST', '/files', {
    body: { path: 'large.txt', content: `${'ordinary text again '.repeat(45_000)}wombat` },
  });
  expect(await find(creator, '"again wombat"')).toEqual(['large.txt']);
});

test('[SRCH-15] an index is made anew from the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-search-'));
  const own = await startTestApp({ dataFolder: folder });
  const { creator, id } = await aSession(own);
  await sayMany(own, id, numbered('lynx', 230));
  const page = async (): Promise<unknown> => {
    const { data } = await creator<Page>('GET', '/search?limit=200&q=lynx%20-7');
    return data.items;
  };
  const before = await until(async () => {
    const items = await page();
    expect(items).toHaveLength(200);
    return items;
  });
  if (own.databaseUrl === undefined) await own[Symbol.asyncDispose]();
  const config = { dataFolder: folder, databaseUrl: own.databaseUrl };
  expect(await rebuildIndex(config)).toBeGreaterThanOrEqual(1);
  await using index = new SearchIndex({ place: placeOf(config), onError: () => undefined });
  expect(await index.followed(id, 230, 10_000)).toBeGreaterThanOrEqual(230);
  const { hits } = await index.find(lynxesBut7(id), 'here');
  expect(hits.map(({ seq }) => seq)).toEqual((before as SearchHit[]).map(({ seq }) => seq));
  if (own.databaseUrl !== undefined) await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const lynxesBut7 = (id: string) =>
  aSearch('lynx', { sessions: [id], none: [{ text: 'w7', prefix: false }], unwanted: [' 7 '] });
