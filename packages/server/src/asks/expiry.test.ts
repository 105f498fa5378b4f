import type { Ask, Event } from '@pairspace/protocol';
import { onSqlite } from '@pairspace/testkit/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { aSession, type Caller, type SessionFixture } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { listDueAsks, watchAsks } from './expire-asks.ts';

const minute = 60_000;
const adminToken = 'the-operator';

let app: TestApp;
let watches: [Storage, Storage];
beforeAll(async () => {
  // The watch of the service never runs by itself; those of two other processes run when a test calls them.
  app = await startTestApp({ watchPauseMs: 3_600_000, adminToken });
  watches = [await openBeside(app), await openBeside(app)];
});
afterAll(async () => {
  for (const storage of watches) await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

let expired = 0;
const look = (): Promise<unknown> =>
  Promise.all(
    watches.map((storage) =>
      watchAsks({
        storage,
        now: () => app.clock.now(),
        closing: new AbortController().signal,
        onExpired: () => {
          expired++;
        },
      }),
    ),
  );

const asked = async (asker: Caller, body: Record<string, unknown> = {}): Promise<Ask> =>
  (await asker<Ask>('POST', '/asks', { body: { kind: 'approval', title: 'May I?', expiresInMs: minute, ...body } }))
    .data;

const read = async ({ stranger }: SessionFixture, { id }: Ask): Promise<Ask> =>
  (await stranger<Ask>('GET', `/asks/${id}`)).data;

const approve = (person: Caller, { id }: Ask) =>
  person<Ask>('POST', `/asks/${id}/answer`, { body: { optionId: 'approve' } });

const ends = async ({ creator }: SessionFixture): Promise<Event[]> => {
  const { data } = await creator<{ items: Event[] }>('GET', '/events?limit=200');
  return data.items.filter(({ event }) => event === 'ask.ended');
};

test('[ASK-9] an ask expires at its time, and not a millisecond before, once', async () => {
  const session = await aSession(app);
  const ask = await asked(session.partner);
  await session.creator('PATCH', '', { body: { status: 'paused' } });
  app.clock.advance(minute - 1);
  await look();
  expect((await read(session, ask)).status).toBe('open');
  app.clock.advance(1);
  expired = 0;
  await look();
  await look();
  expect(expired).toBe(1);
  const { status, answer, endedAt } = await read(session, ask);
  expect({ status, answer, endedAt }).toEqual({ status: 'expired', answer: null, endedAt: ask.expiresAt });
  const told = await ends(session);
  expect(told.map(({ actor }) => actor.kind)).toEqual(['system']);
  const inbox = await session.partner<{ items: { reason: string; seq: number }[] }>(
    'GET',
    `/inbox?since=${String(ask.seq)}`,
  );
  expect(inbox.data.items.filter(({ reason }) => reason === 'answer').map(({ seq }) => seq)).toEqual([told[0]?.seq]);
});

test('[ASK-9] an answer in the last millisecond counts, and one at the end has the ask expire', async () => {
  const session = await aSession(app);
  const [early, late] = [await asked(session.partner), await asked(session.partner)];
  app.clock.advance(minute - 1);
  expect((await approve(session.observer, early)).data.status).toBe('answered');
  app.clock.advance(1);
  const refused = await approve(session.observer, late);
  expect([refused.status, refused.error.details]).toMatchObject([
    409,
    { reason: 'ask_ended', ask: { status: 'expired' } },
  ]);
  await look();
  expect((await ends(session)).map(({ data }) => (data as Ask).status)).toEqual(['answered', 'expired']);
});

test('[ASK-9] answers, a withdrawal and watches at the moment of expiry make one end', async () => {
  for (const before of [1, 0]) {
    const session = await aSession(app);
    const ask = await asked(session.partner);
    app.clock.advance(minute - before);
    const withdraw = () => session.partner<Ask>('POST', `/asks/${ask.id}/withdraw`);
    const replies = await Promise.all([
      approve(session.observer, ask),
      withdraw(),
      approve(session.observer, ask),
      look().then(() => undefined),
    ]);
    expect(replies.filter((reply) => reply?.ok).length).toBeLessThanOrEqual(1);
    await look();
    const told = await ends(session);
    expect(told).toHaveLength(1);
    expect(await read(session, ask)).toEqual(told[0]?.data);
    if (before === 0) expect(['expired', 'withdrawn']).toContain((told[0]?.data as Ask).status);
  }
});

test('[ASK-9] open asks of a deleted session fail no round of the watch, however many are due', async () => {
  const session = await aSession(app);
  for (let index = 0; index < 50; index++) await asked(session.partner);
  await session.creator('DELETE', '');
  app.clock.advance(minute);
  expired = 0;
  await look();
  expect(expired).toBe(0);
});

test('[ASK-9] two whole services on the same data end each ask once', async () => {
  await using first = await startTestApp({ watchPauseMs: 1 });
  await using second = await startTestApp({ watchPauseMs: 1 }, first);
  const sessions = await Promise.all(Array.from({ length: 6 }, (_, index) => aSession(index % 2 ? first : second)));
  const asks = await Promise.all(sessions.map(({ partner }) => asked(partner)));
  first.clock.advance(minute);
  for (const [index, session] of sessions.entries()) {
    const ask = asks[index];
    if (ask) await expect.poll(async () => (await read(session, ask)).status).toBe('expired');
    expect(await ends(session)).toHaveLength(1);
  }
});

test('[ASK-7] the operator answers every ask, and is vouched for', async () => {
  const session = await aSession(app);
  for (const requires of ['token', 'vouched']) {
    const ask = await asked(session.partner, { requires });
    const path = `/api/sessions/${session.id}/asks/${ask.id}/answer`;
    const { data } = await app.request<Ask>('POST', path, { token: adminToken, body: { optionId: 'approve' } });
    expect([data.status, data.answer?.vouched, data.answer?.by.kind]).toEqual(['answered', true, 'operator']);
  }
});

test('[ASK-7] a person for whom the operator vouches answers what requires it, and others do not', async () => {
  const session = await aSession(app);
  const path = `/api/sessions/${session.id}`;
  const join = (token: string) =>
    app.request<{ observerToken: string }>('POST', `${path}/observe`, {
      token,
      body: { name: 'Rita', rights: ['answer'] },
    });
  const [vouched, other] = [await join(adminToken), await join(session.tokens.observer)];
  const ask = await asked(session.partner, { requires: 'vouched' });
  const answerBy = (token: string) =>
    app.request<Ask>('POST', `${path}/asks/${ask.id}/answer`, { token, body: { optionId: 'deny' } });
  for (const token of [other.data.observerToken, session.tokens.observer]) {
    const refused = await answerBy(token);
    expect([refused.status, refused.error.details]).toEqual([403, { reason: 'vouched' }]);
  }
  const { data } = await answerBy(vouched.data.observerToken);
  expect([data.answer?.vouched, data.answer?.by.name]).toEqual([true, 'Rita']);
});

test('the watch of asks reads the asks that are due alone', onSqlite, async () => {
  const plan = await planOf(app, (db) => listDueAsks(db, 1, 1));
  expect(plan).toEqual([
    'SEARCH entity USING INDEX ask_expiry (<expr><?)',
    'SEARCH session USING COVERING INDEX sqlite_autoindex_session_1 (id=?)',
  ]);
});

test('[ASK-12] the metrics show open asks and those that expired; a deleted session leaves none', async () => {
  await using service = await startTestApp({ watchPauseMs: 1 });
  const { creator, partner } = await aSession(service);
  await asked(partner);
  const last = await asked(partner, { expiresInMs: 2 * minute });
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1] ?? NaN);
  };
  expect(await metric('pairspace_asks_open')).toBe(2);
  service.clock.advance(minute);
  await expect.poll(() => metric('pairspace_asks_expired_total')).toBe(1);
  expect(await metric('pairspace_asks_open')).toBe(1);
  await creator('DELETE', '');
  await expect.poll(() => metric('pairspace_asks_open')).toBe(0);
  expect(last.status).toBe('open');
});
