import { cases } from '@pairspace/testkit/cases';
import type { InboxItem, Me, OwnInboxItem, Task } from '@pairspace/protocol';
import { onSqlite } from '@pairspace/testkit/test-database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '../storage/storage.ts';
import { aSession, type Caller } from '../testing/a-session.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { readInbox } from './read-inbox.ts';
import { readOwnInbox } from './read-own-inbox.ts';

const minute = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ watchPauseMs: 3_600_000 });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Seated {
  id: string;
  creator: Caller;
  seat: Caller;
}

let made = 0;
const aHolder = async (): Promise<{ agentId: string; token: string }> => {
  const agentId = `holder-${String(made++)}`;
  const { data } = await app.request<{ agentKey: string }>('POST', '/api/agents', { body: { agentId, protect: true } });
  return { agentId, token: data.agentKey };
};

const seated = async (token: string): Promise<Seated> => {
  const { id, inviteCode, creator } = await aSession(app, { maxAgents: 3 });
  const path = `/api/sessions/${id}`;
  const { data } = await app.request<{ agentToken: string }>('POST', `${path}/join`, { token, body: { inviteCode } });
  const seat: Caller = (method, subpath, options) =>
    app.request(method, `${path}${subpath}`, { ...options, token: data.agentToken });
  return { id, creator, seat };
};

const inboxOf = async (token: string, query = ''): Promise<{ items: OwnInboxItem[]; nextCursor: string | null }> =>
  (await app.request<{ items: OwnInboxItem[]; nextCursor: string | null }>('GET', `/api/me/inbox${query}`, { token }))
    .data;

const placesOf = (items: readonly { sessionId: string; seq: number }[]): string[] =>
  items.map(({ sessionId, seq }) => `${sessionId} ${String(seq)}`);

const step = fc.record({
  session: fc.nat(2),
  does: fc.constantFrom('mention', 'talk', 'read', 'read one', 'time'),
});

test('[ME-6] the inbox over all seats is the inboxes of the seats together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
      const { agentId, token } = await aHolder();
      const sessions = [await seated(token), await seated(token), await seated(token)];
      const inboxes = () =>
        Promise.all(
          sessions.map(async ({ id, seat }) => {
            const { data } = await seat<{ items: InboxItem[]; unread: { forMe: number } }>('GET', '/inbox?limit=200');
            return { ...data, items: data.items.map((item) => ({ ...item, sessionId: id })) };
          }),
        );
      for (const { session, does } of steps) {
        const at = sessions[session];
        if (!at) continue;
        const { creator, seat } = at;
        if (does === 'time') app.clock.advance(1);
        else if (does === 'talk') await creator('POST', '/messages', { body: { content: 'Hm', mentions: ['bob'] } });
        else if (does === 'mention')
          await creator('POST', '/messages', { body: { content: 'You?', mentions: [agentId] } });
        else {
          const [own] = (await seat<{ items: InboxItem[] }>('GET', '/inbox?limit=200')).data.items.slice(
            does === 'read' ? -1 : 0,
          );
          if (own) await seat('POST', '/read', { body: { seq: own.seq } });
        }
      }
      const expected = await inboxes();
      const paged: OwnInboxItem[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Awaited<ReturnType<typeof inboxOf>> = await inboxOf(
          token,
          `?limit=${String(limit)}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        paged.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(placesOf(paged).sort()).toEqual(expected.flatMap(({ items }) => placesOf(items)).sort());
      const times = paged.map(({ event }) => event.timestamp);
      expect(times).toEqual([...times].sort());
      const { data } = await app.request<Me>('GET', '/api/me', { token });
      expect(data.unread.forMe).toBe(expected.reduce((sum, { unread }) => sum + unread.forMe, 0));
    }),
    { numRuns: cases(5) },
  );
});

test('[TASK-14] a wait by the key is a sign of life in all its seats', async () => {
  const { token } = await aHolder();
  const sessions = [await seated(token), await seated(token)];
  const tasks = await Promise.all(
    sessions.map(async ({ seat }) => {
      const body = { title: 'A task', claim: true, leaseMs: minute };
      return (await seat<Task>('POST', '/tasks', { body })).data;
    }),
  );
  const leases = () =>
    Promise.all(
      sessions.map(async ({ creator }, index) => {
        const { data } = await creator<Task>('GET', `/tasks/${tasks[index]?.id ?? ''}`);
        return Date.parse(data.leaseUntil ?? '');
      }),
    );
  app.clock.advance(30_000);
  await inboxOf(token, '?wait=0');
  await expect.poll(leases).toEqual(sessions.map(() => app.clock.now() + minute));
  app.clock.advance(1000);
  const before = await leases();
  await app.request('GET', '/api/me', { token });
  await app.request('GET', '/api/me/sessions', { token });
  expect(await leases()).toEqual(before);
});

test('[ME-6] without news the inbox of all seats asks the database once, and that of one session twice', async () => {
  let asked = 0;
  const position = { read_seq: 0, read_ordinal: 0, offered_seq: 0, joined_seq: 0, last_ordinal: null, last_seq: 0 };
  const db: Queries = {
    all: () => Promise.resolve((asked++, [])),
    get: <Row>() => Promise.resolve((asked++, position as Row)),
  };
  const caller = { kind: 'agentKey', agentId: 'ada', agentName: 'Ada', keyLine: 'line' } as const;
  expect((await readOwnInbox(db, caller, { limit: 50 })).items).toEqual([]);
  expect(asked).toBe(1);
  expect((await readInbox(db, { sessionId: 'ses_1', agentId: 'ada', limit: 50 })).items).toEqual([]);
  expect(asked).toBe(3);
});

test('[ME-6] the inbox looks at seats with news alone', onSqlite, async () => {
  const caller = { kind: 'agentKey', agentId: 'ada', agentName: 'Ada', keyLine: 'line' } as const;
  const plan = await planOf(app, (db) => readOwnInbox(db, caller, { limit: 50 }));
  expect(plan.some((detail) => detail.includes('seat_by_news'))).toBe(true);
  expect(plan.filter((detail) => detail.startsWith('SCAN') && detail !== 'SCAN own')).toEqual([]);
});
