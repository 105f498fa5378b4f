import type { InboxItem, Me, Message, Position, Session } from '@pairspace/protocol';
import { lookInside } from '@pairspace/testkit/look-inside';
import { expect, test } from 'vitest';
import { aSession, type Caller, type SessionFixture } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

interface Inbox {
  items: InboxItem[];
  unread: { forMe: number };
}

/** Everything that tells an agent what concerns it. */
const concernsOf = async (app: TestApp, bob: Caller, agentKey: string) => {
  const inbox = await bob<Inbox>('GET', '/inbox?since=0');
  const brief = await bob<{ text: string }>('GET', '/brief?since=0');
  const own = await app.request<Inbox>('GET', '/api/me/inbox', { token: agentKey });
  const me = await app.request<Me>('GET', '/api/me', { token: agentKey });
  return {
    inbox: inbox.data.items.map(({ seq }) => seq),
    isAsked: brief.data.text.includes('What waits for an answer of yours'),
    own: own.data.items.map(({ seq }) => seq),
    forMe: [inbox.data.unread.forMe, me.data.unread.forMe],
  };
};

const joinAgain = async (app: TestApp, { id, creator, stranger }: SessionFixture): Promise<[Caller, string]> => {
  const { data: session } = await creator<Session>('GET', '');
  const body = { agentId: 'bob', inviteCode: session.inviteCode };
  const { agentToken: token } = (await stranger<{ agentToken: string }>('POST', '/join', { body })).data;
  const bob: Caller = (method, subpath, options) =>
    app.request(method, `/api/sessions/${id}${subpath}`, { ...options, token });
  const protection = { body: { agentId: 'bob', protect: true }, token };
  return [bob, (await app.request<{ agentKey: string }>('POST', '/api/agents', protection)).data.agentKey];
};

test('[INB-9] a removal leaves the rows of an inbox, and the next seat under the id sees none of them', async () => {
  await using app = await startTestApp();
  await using inside = await lookInside(app);
  const session = await aSession(app, { maxAgents: 3 });
  const { creator } = session;
  const mention = async () =>
    (await creator<Message>('POST', '/messages', { body: { content: 'please', mentions: ['bob'] } })).data.seq;
  const old = await mention();
  await mention();
  const rows = `select seq from inbox where agent_id = 'bob'`;
  const before = await inside.rows(rows);
  await creator('DELETE', '/agents/bob');
  expect(await inside.rows(rows)).toEqual(before);

  const [bob, agentKey] = await joinAgain(app, session);
  expect(await inside.rows(`select news_at from seat where agent_id = 'bob'`)).toEqual([{ news_at: null }]);
  expect(await concernsOf(app, bob, agentKey)).toEqual({ inbox: [], isAsked: false, own: [], forMe: [0, 0] });
  const seq = await mention();
  expect(await concernsOf(app, bob, agentKey)).toEqual({ inbox: [seq], isAsked: true, own: [seq], forMe: [1, 1] });
  const read = async (to: number) => (await bob<Position>('POST', '/read', { body: { seq: to } })).data.unread.forMe;
  expect([await read(old), await read(seq)]).toEqual([1, 0]);
  expect(await concernsOf(app, bob, agentKey)).toMatchObject({ inbox: [seq], own: [], forMe: [0, 0] });
});
