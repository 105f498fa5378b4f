import { until } from '@pairspace/testkit/until';
import type { Event, EventOf, InboxItem, Message } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { Storage } from '../storage/storage.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { watchUnread } from './mark-unread.ts';

const minute = 60_000;

let app: TestApp;
let nodes: Storage[];
beforeAll(async () => {
  // The watch of this service never runs by itself. Two other nodes run it when the test says so.
  app = await startTestApp({ watchPauseMs: 3_600_000 });
  nodes = [await openBeside(app), await openBeside(app)];
});
afterAll(async () => {
  for (const storage of nodes) await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  const closing = new AbortController().signal;
  const rules = { now: () => app.clock.now(), unreadAfterMs: 10 * minute, closing };
  await Promise.all(nodes.map((storage) => watchUnread({ ...rules, storage })));
};

const told = async ({ creator }: SessionFixture): Promise<EventOf<'message.unread'>[]> => {
  const { data } = await creator<{ items: Event[] }>('GET', '/events?limit=200');
  return data.items.filter((event) => event.event === 'message.unread');
};

const mention = async ({ creator }: SessionFixture): Promise<Message> =>
  (await creator<Message>('POST', '/messages', { body: { content: 'please, @bob' } })).data;

test('[INB-14] a mention that was not read for ten minutes is told once, by whichever node looks first', async () => {
  const session = await aSession(app);
  const { id, seq } = await mention(session);
  await pass(10 * minute - 1);
  expect(await told(session)).toEqual([]);
  await pass(1);
  await pass(10 * minute);
  const [event, ...more] = await told(session);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    actor: { kind: 'system' },
    data: { messageId: id, sessionId: session.id, agentId: 'bob', authorAgentId: 'ada', seq, waitedMs: 10 * minute },
  });
  const inbox = await session.creator<{ items: InboxItem[] }>('GET', `/inbox?since=${String(seq)}`);
  expect(inbox.data.items.map(({ reason, seq: at }) => [reason, at])).toEqual([['unread', event?.seq]]);
});

test('[INB-14] nothing is told of what was read or replied to', async () => {
  const session = await aSession(app);
  const read = await mention(session);
  await session.partner('POST', '/read', { body: { seq: read.seq } });
  const replied = await mention(session);
  await session.partner('POST', '/messages', { body: { content: 'done', replyTo: replied.id } });
  await session.creator('POST', '/messages', { body: { content: 'a note to myself, @ada' } });
  await session.creator('POST', '/messages', { body: { content: 'to everybody and nobody' } });
  await pass(20 * minute);
  expect(await told(session)).toEqual([]);
});

test('[INB-14] what was offered alone, and what a person said, is told', async () => {
  const session = await aSession(app);
  const { seq } = await mention(session);
  await session.partner('POST', '/read', { body: { offeredSeq: seq } });
  const human = await session.observer<Message>('POST', '/messages/human', { body: { content: 'and? @bob @ada' } });
  await pass(10 * minute);
  expect((await told(session)).map(({ data }) => [data.seq, data.agentId, data.authorAgentId])).toEqual([
    [seq, 'bob', 'ada'],
    [human.data.seq, 'bob', null],
    [human.data.seq, 'ada', null],
  ]);
});

test('[INB-14] nothing is told in a completed session, of a seat that is gone, or in a deleted session', async () => {
  const [completed, removed, deleted] = [await aSession(app), await aSession(app), await aSession(app)];
  for (const session of [completed, removed, deleted]) await mention(session);
  await completed.creator('PATCH', '', { body: { status: 'completed' } });
  await removed.creator('DELETE', '/agents/bob');
  await deleted.creator('DELETE', '');
  await pass(20 * minute);
  await completed.creator('PATCH', '', { body: { status: 'active' } });
  await pass(20 * minute);
  expect([await told(completed), await told(removed)]).toEqual([[], []]);
});

test('[INB-9] an agent that is removed and joins again has an empty inbox', async () => {
  const session = await aSession(app, { maxAgents: 3 });
  await session.partner('POST', '/messages', { body: { content: 'please, @ada' } });
  await mention(session);
  await session.creator('DELETE', '/agents/bob');
  await pass(10 * minute);
  expect(await told(session)).toMatchObject([{ data: { authorAgentId: 'bob' } }]);
  const { data: now } = await session.creator<{ inviteCode: string }>('GET', '');
  const { data } = await session.stranger<{ agentToken: string }>('POST', '/join', {
    body: { agentId: 'bob', inviteCode: now.inviteCode },
  });
  const path = `/api/sessions/${session.id}/inbox`;
  const inbox = await app.request<{ items: InboxItem[]; unread: { forMe: number } }>('GET', path, {
    token: data.agentToken,
  });
  expect([inbox.data.items, inbox.data.unread.forMe]).toEqual([[], 0]);
});

test('[INB-14] a session that nobody works in stalls though unread messages are told', async () => {
  const session = await aSession(app, { mode: 'realtime' });
  await mention(session);
  await using watching = await openBeside(app);
  await pass(10 * minute);
  expect(await told(session)).toHaveLength(1);
  const quiet = await watching.read.get<{ quiet_since: number }>`
    select quiet_since from session where id = ${session.id}
  `;
  expect(quiet?.quiet_since).toBe(app.clock.now() - 10 * minute);
});

test('[INB-15] the service tells by itself, after the time of its setting', async () => {
  expect(readConfig({}).unreadAfterMs).toBe(10 * minute);
  expect(readConfig({ PAIRSPACE_UNREAD_AFTER: '3s' }).unreadAfterMs).toBe(3000);
  expect(readConfig({ PAIRSPACE_UNREAD_AFTER: 'off' }).unreadAfterMs).toBeUndefined();
  await using telling = await startTestApp({ watchPauseMs: 1, unreadAfterMs: 1000 });
  const session = await aSession(telling);
  await mention(session);
  telling.clock.advance(1000);
  await until(async () => {
    expect(await told(session)).toHaveLength(1);
  });
});
