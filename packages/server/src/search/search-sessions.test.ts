import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchPlace, SearchQuery } from '../storage/full-text.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { sql } from '../storage/sql.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { ownSessions, searchSessions } from './search-sessions.ts';

let app: TestApp;
let hidden: SessionFixture;
let open: SessionFixture;
let storage: Awaited<ReturnType<typeof openBeside>>;
beforeAll(async () => {
  app = await startTestApp();
  storage = await openBeside(app);
  hidden = await aSession(app, { visibility: 'private' });
  open = await aSession(app);
  for (const { creator } of [hidden, open])
    for (let said = 0; said < 3; said++) await creator('POST', '/messages', { body: { content: 'the heron' } });
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** A hit of the message of an event, as an index has it that has not yet seen that the session is private. */
const hitIn = async ({ id: sessionId }: SessionFixture, seq: number, place: number): Promise<SearchPlace> => {
  const row = await storage.read.get<{ id: string }>`
    select entity_id as id from event where session_id = ${sessionId} and seq = ${seq}
  `;
  return { titled: false, place, sessionId, id: row?.id ?? '' };
};

const query = { q: 'heron', limit: 1 };
const publicScope = { list: 'search', sessions: null, isReadable: sql`visibility = 'public'` } as const;

/** Answers the hits below the place, as an index does. */
const findAmong =
  (hits: readonly SearchPlace[]) =>
  ({ after, limit }: SearchQuery) =>
    Promise.resolve({
      hits: hits.filter(({ place }) => !after || place < after.place).slice(0, limit),
      partial: false,
    });

test('[SRCH-10] entries of a session that turned private are left out, and no cursor names them', async () => {
  const { data } = await open.creator<{ lastSeq: number }>('GET', '');
  const { lastSeq: there } = (await hidden.creator<{ lastSeq: number }>('GET', '')).data;
  const hits = [
    await hitIn(open, data.lastSeq, 9),
    await hitIn(hidden, there, 8),
    await hitIn(open, data.lastSeq - 1, 7),
  ];
  const parts = { db: storage.read, find: findAmong(hits) };
  const first = await searchSessions(parts, { ...query, limit: 2 }, publicScope);
  expect(first.items.map(({ sessionId, seq }) => [sessionId, seq])).toEqual([[open.id, data.lastSeq]]);
  expect(Buffer.from(first.nextCursor ?? '', 'base64url').toString()).not.toContain(hidden.id);
});

test('[SRCH-10] a page whose entries have all turned private is empty, and the last one', async () => {
  const { lastSeq } = (await hidden.creator<{ lastSeq: number }>('GET', '')).data;
  const find = findAmong([await hitIn(hidden, lastSeq, 2), await hitIn(hidden, lastSeq - 1, 1)]);
  expect(await searchSessions({ db: storage.read, find }, query, publicScope)).toEqual({
    items: [],
    nextCursor: null,
    partial: false,
  });
});

test('[SRCH-11] a search of an agent with more seats than it looks into is partial', async () => {
  const seat = (from: number, to: number) =>
    storage.write(
      (tx) => tx.run`
        insert into seat (session_id, agent_id, agent_name, role, position, recovery_hash, joined_at, key_line)
        with recursive number (n) as (select 0 + ${from} union all select n + 1 from number where n < ${to})
        select 'ses_many' || cast(100000 + n as bigint), 'many', 'many', 'member', 9, '', 0, 'the line of many' from number
      `,
    );
  const own = () => ownSessions(storage.read, { keyLine: 'the line of many' });
  await seat(1, 5000);
  expect(await own()).toMatchObject({ partial: false });
  await seat(5001, 5001);
  const { ids, partial } = await own();
  expect(partial).toBe(true);
  expect(ids).toHaveLength(5000);
  expect(ids[0]).toBe('ses_many105001');
});

test('[SRCH-2] a prefix finds words alone: no author, kind, session or visibility', async () => {
  const found = async (q: string): Promise<number> =>
    (await open.creator<{ items: unknown[] }>('GET', `/search?q=${q}`)).data.items.length;
  expect(await found('h*')).toBe(3);
  for (const letter of 'abcdefgijklmnopqrsuvwxyz') expect([letter, await found(`${letter}*`)]).toEqual([letter, 0]);
});

test('[SRCH-2] half of a character in a query is 400, alone and among words', async () => {
  for (const q of ['%ED%A0%80', 'heron%ED%A0%80', 'heron%20%ED%BF%BF%20heron', '%22heron%ED%A0%BD%22']) {
    for (const path of ['/api/search', `/api/sessions/${open.id}/search`]) {
      const { status, error } = await app.request('GET', `${path}?q=${q}`);
      expect(status, q).toBe(400);
      expect(error.code).toBe('VALIDATION_ERROR');
    }
  }
});
