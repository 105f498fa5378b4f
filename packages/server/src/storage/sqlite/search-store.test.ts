import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { aSearch } from '../../testing/a-search.ts';
import type { SearchDocument, SearchStore } from '../search-store.ts';
import { Finder } from './find-documents.ts';
import { openSqliteSearch } from './search-store.ts';

const openStore = (): { store: SearchStore; file: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'pairspace-search-'));
  const file = join(folder, 'search.sqlite');
  const store = openSqliteSearch(file, ({ words }) => words.trim().split(' '));
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  return { store, file };
};

const documentOf = (order: number, words: string): SearchDocument => ({
  kind: 'note',
  ref: String(order),
  seq: order,
  order,
  title: '  ',
  words: ` ${words} `,
  author: 'ada',
});

const put = (store: SearchStore, sessionId: string, documents: readonly SearchDocument[], isPublic = true) =>
  store.follow(sessionId, (session) =>
    session.apply({ position: { seq: 1, hash: 'h', isPublic }, put: documents, removed: [] }),
  );

/** The documents with a word, oldest first: those of a session, or the public ones. */
const find = (file: string, word: string, sessionId?: string): string[] =>
  new Finder(file)
    .find(
      aSearch(word, {
        sessions: sessionId === undefined ? null : [sessionId],
        all: [{ text: word, prefix: false }],
      }),
    )
    .hits.map(({ ref }) => ref)
    .reverse();

test('[SRCH-6] a document that is written again hides no other of the same commit', async () => {
  const { store, file } = openStore();
  await put(store, 'one', [documentOf(5, 'apple pear')]);
  await store.together(async () => {
    await put(store, 'one', [documentOf(5, 'apple plum'), documentOf(6, 'apple')]);
    await put(store, 'two', [documentOf(7, 'apple')]);
  });
  expect(find(file, 'apple')).toEqual(['5', '6', '7']);
  expect(find(file, 'apple', 'one')).toEqual(['5', '6']);
  expect(find(file, 'plum')).toEqual(['5']);
  expect(find(file, 'pear')).toEqual([]);
});

test('[SRCH-6] documents that turn public hide no other of the same commit, and are hidden again', async () => {
  const { store, file } = openStore();
  await put(store, 'one', [documentOf(5, 'apple'), documentOf(6, 'apple')], false);
  expect(find(file, 'apple')).toEqual([]);
  const publish = (isPublic: boolean) => store.follow('one', (session) => session.publish(isPublic));
  await store.together(async () => {
    await publish(true);
    await put(store, 'two', [documentOf(7, 'apple')]);
  });
  expect(find(file, 'apple')).toEqual(['5', '6', '7']);
  await store.together(async () => {
    await publish(false);
    await put(store, 'two', [documentOf(8, 'apple')]);
  });
  expect(find(file, 'apple')).toEqual(['7', '8']);
  expect(find(file, 'apple', 'one')).toEqual(['5', '6']);
});

test('[SRCH-6] a session that turns private and public again hides no document of the same commit', async () => {
  const { store, file } = openStore();
  await put(store, 'one', [documentOf(5, 'apple'), documentOf(6, 'apple')]);
  const publish = (isPublic: boolean) => store.follow('one', (session) => session.publish(isPublic));
  await store.together(async () => {
    await publish(false);
    await publish(false);
    await publish(true);
    await put(store, 'two', [documentOf(7, 'apple')]);
  });
  for (let more: boolean | undefined = true; more;) more = await publish(true);
  expect(find(file, 'apple')).toEqual(['5', '6', '7']);
  expect(find(file, 'apple', 'one')).toEqual(['5', '6']);
});

test('[SRCH-8] the documents of a commit are written together, whatever their order and their sessions', async () => {
  const { store, file } = openStore();
  await put(store, 'one', [documentOf(30, 'apple')]);
  await put(store, 'two', [documentOf(31, 'apple')]);
  using db = new DatabaseSync(file, { readOnly: true });
  const segments = (): number =>
    (db.prepare('select count(distinct segid) as segments from lexeme_idx').get() as { segments: number }).segments;
  const before = segments();
  await store.together(async () => {
    await put(store, 'one', [documentOf(40, 'apple'), documentOf(20, 'apple')]);
    await put(store, 'three', [documentOf(20, 'apple'), documentOf(10, 'apple')]);
    await put(store, 'two', [documentOf(5, 'apple'), documentOf(30, 'apple')]);
  });
  expect(segments()).toBe(before + 1);
  expect(find(file, 'apple')).toEqual(['5', '10', '20', '20', '30', '30', '31', '40']);
});
