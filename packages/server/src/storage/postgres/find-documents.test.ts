import { createTestDatabase, onPostgres, type TestDatabase } from '@pairspace/testkit/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSearch } from '../../testing/a-search.ts';
import { Dice } from '../../testing/search-fixture.ts';
import { compareOrdered, type SearchDocument } from '../search-store.ts';
import { PostgresFinder } from './find-documents.ts';
import { openPostgresSearch } from './search-store.ts';

/** Four sessions with more documents than a search looks at first when it is over all twelve, and eight with few. */
const sizes = Array.from({ length: 12 }, (_, index) => (index < 4 ? 1000 : 20));
const words = ['often', 'seldom', 'once'] as const;

describe('on PostgreSQL', onPostgres, () => {
  const written: (SearchDocument & { sessionId: string; isPublic: boolean })[] = [];
  let database: TestDatabase;
  let finder: PostgresFinder;
  beforeAll(async () => {
    database = await createTestDatabase();
    finder = new PostgresFinder(database.url, 10_000);
    await using store = openPostgresSearch(database.url, (document) => document.words.trim().split(' '));
    const dice = new Dice(7);
    for (const [index, size] of sizes.entries()) {
      const sessionId = `ses_${String(index)}`;
      const put = Array.from({ length: size }, (_, number): SearchDocument => {
        // The words of the last kind are in the oldest documents alone.
        const chosen = [dice.below(3) === 0, dice.below(60) === 0, number < 3];
        const text = ['any', ...words.filter((_word, at) => chosen[at])].join(' ');
        const [ref, order] = [String(number), dice.below(100) + number * 50];
        return { kind: 'note', ref, seq: number, order, title: '  ', words: ` ${text} `, author: 'ada' };
      });
      const isPublic = index % 3 > 0;
      await store.follow(sessionId, (session) =>
        session.apply({ position: { seq: 1, hash: 'h', isPublic }, put, removed: [] }),
      );
      written.push(...put.map((document) => ({ ...document, sessionId, isPublic })));
    }
  }, 60_000);
  afterAll(async () => {
    await finder[Symbol.asyncDispose]();
    await database.drop();
  });

  test('[SRCH-6] of sessions with many documents the newest hits are found, page after page', async () => {
    const all = sizes.map((_, index) => `ses_${String(index)}`);
    for (const sessions of [null, all, all.slice(0, 1), all.slice(2, 6)]) {
      for (const word of words) {
        const expected = written
          .filter((one) => (sessions ? sessions.includes(one.sessionId) : one.isPublic))
          .filter((one) => one.words.includes(` ${word} `))
          .sort(compareOrdered)
          .map(({ sessionId, ref }) => `${sessionId} ${ref}`);
        for (const limit of [7, 60, 5000]) {
          const found: string[] = [];
          for (let after = null, isLast = false; !isLast;) {
            const search = aSearch(word, { sessions, after, limit, all: [{ text: word, prefix: false }] });
            const { hits, partial } = await finder.find(search);
            expect(partial).toBe(false);
            found.push(...hits.map(({ sessionId, ref }) => `${sessionId} ${ref}`));
            [after, isLast] = [hits.at(-1) ?? null, hits.length < limit || found.length > 400];
          }
          expect(found.length).toBeGreaterThanOrEqual(Math.min(expected.length, 400));
          expect(found, `${word}, ${String(limit)} a page`).toEqual(expected.slice(0, found.length));
        }
      }
    }
  });
});
