import type { Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const day = 24 * 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ inviteRate: 'off' });
});
afterAll(() => app[Symbol.asyncDispose]());

const create = async (body: Record<string, unknown> = {}): Promise<Session & { inviteCode: string }> => {
  const { data } = await app.request<{ session: Session }>('POST', '/api/sessions', { body });
  return { ...data.session, inviteCode: data.session.inviteCode ?? '' };
};
const join = (id: string, body: Record<string, unknown>) => app.request('POST', `/api/sessions/${id}/join`, { body });

test('[ACC-16] [SES-12] a code works until 24 h are over', async () => {
  const { id, inviteCode } = await create({ maxAgents: 3 });
  app.clock.advance(day - 1);
  expect((await join(id, { inviteCode })).status).toBe(201);
  app.clock.advance(1);
  const late = await join(id, { inviteCode });
  expect(late.status).toBe(403);
  expect(late.error.message).not.toContain(inviteCode);
});

test('[SES-12] the refusals come in their order: code, completed, full, agentId', async () => {
  const fixture = await aSession(app, { maxAgents: 3 });
  const { id, inviteCode, creator } = fixture;
  expect((await join(id, { inviteCode, agentId: 'ada' })).error.details).toEqual({ reason: 'agent_taken' });
  expect((await join(id, { inviteCode, agentId: 'cy' })).status).toBe(201);
  expect((await join(id, { inviteCode, agentId: 'ada' })).error.details).toEqual({ reason: 'session_full' });
  await creator('PATCH', '', { body: { status: 'completed' } });
  expect((await join(id, { inviteCode, agentId: 'ada' })).error.details).toEqual({ reason: 'session_completed' });
  expect((await join(id, { inviteCode: '0000-0000-0000', agentId: 'ada' })).status).toBe(403);
});

test('[ACC-16] [SES-23] a used-up code opens a private session to no observer', async () => {
  const { id, inviteCode } = await aSession(app, { visibility: 'private' });
  const answer = await app.request('POST', `/api/sessions/${id}/observe`, { body: { inviteCode } });
  expect(answer.status).toBe(403);
});

test('[LIM-7] [ERR-8] after ten wrong codes a minute even the right one is refused, and only wrong ones count', async () => {
  await using guarded = await startTestApp();
  const { data } = await guarded.request<{ session: Session }>('POST', '/api/sessions', { body: { maxAgents: 16 } });
  const path = `/api/sessions/${data.session.id}/join`;
  const { inviteCode } = data.session;
  const attempt = async (code: string | undefined) =>
    (await guarded.request('POST', path, { body: { inviteCode: code } })).status;
  for (let i = 0; i < 12; i++) expect(await attempt(inviteCode)).toBe(201);
  for (let i = 0; i < 10; i++) expect(await attempt('0000-0000-0000')).toBe(403);
  expect(await attempt(inviteCode)).toBe(429);
});

test('[LIM-7] guesses at once are no way around the limit', async () => {
  await using guarded = await startTestApp();
  const { data } = await guarded.request<{ session: Session }>('POST', '/api/sessions', {});
  const guesses = Array.from({ length: 40 }, (_, i) =>
    guarded.request('POST', `/api/sessions/${data.session.id}/join`, {
      body: { inviteCode: `0000-0000-00${String(i + 10)}` },
    }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test('[SES-12] [API-16] no two seats have ids that a reader cannot tell apart', async () => {
  const { id, inviteCode } = await aSession(app, { maxAgents: 5 });
  for (const agentId of ['bob.', 'bob_', 'bob@', 'bob-'])
    expect((await join(id, { inviteCode, agentId })).status).toBe(400);
  for (const agentId of ['Bob', 'BOB', 'ADA'])
    expect((await join(id, { inviteCode, agentId })).error.details).toEqual({ reason: 'agent_taken' });
  for (const path of ['/api/sessions', '/api/agents'])
    expect((await app.request('POST', path, { body: { agentId: 'bob.' } })).status).toBe(400);
});

test('[SES-28] a seat is given again to its token and to its agent key, and to nobody else', async () => {
  const { data: profile } = await app.request<{ agentKey: string }>('POST', '/api/agents', {
    body: { agentId: 'keyed', protect: true },
  });
  const { id, inviteCode, tokens, creator } = await aSession(app, { maxAgents: 3 });
  const path = `/api/sessions/${id}/join`;
  const keyed = { token: profile.agentKey, body: { inviteCode } };
  const first = await app.request<{ agentToken: string; session: Session }>('POST', path, keyed);
  expect(first.status).toBe(201);
  const other = await aSession(app);
  const wrong = { token: other.tokens.partner, body: { inviteCode, agentId: 'bob' } };
  expect((await app.request('POST', path, wrong)).status).toBe(409);
  await creator('PATCH', '', { body: { status: 'completed' } });
  const again = await app.request<{ agentToken: string; session: Session }>('POST', path, keyed);
  expect([again.status, again.data.session.agents.length]).toEqual([200, 3]);
  for (const token of [first.data.agentToken, again.data.agentToken]) {
    const { data } = await app.request('GET', `/api/sessions/${id}/whoami`, { token });
    expect(data).toMatchObject({ agentId: 'keyed', role: 'partner' });
  }
  const body = { inviteCode: 'of another time', agentId: 'bob' };
  const bob = await app.request('POST', path, { token: tokens.partner, body });
  expect([bob.status, bob.data['agentToken']]).toEqual([200, tokens.partner]);
});

test('[INB-9] a new seat finds the newest twenty messages of others that named its id', async () => {
  const { id, inviteCode, creator, observer } = await aSession(app, { maxAgents: 5 });
  const say = async (content: string) =>
    (await creator<{ seq: number }>('POST', '/messages', { body: { content } })).data.seq;
  const seqs: number[] = [];
  for (let message = 0; message < 21; message++) seqs.push(await say(`${String(message)}.@cy?`));
  for (const content of ['`@cy`', '@cy-2 alone', 'cy']) await say(content);
  const person = await observer<{ seq: number }>('POST', '/messages/human', { body: { content: '＠cy!' } });
  await join(id, { inviteCode, agentId: 'cy-2' });
  const { data } = await join(id, { inviteCode, agentId: 'cy' });
  const token = String(data['agentToken']);
  const inbox = async () =>
    (
      await app.request<{ items: { seq: number; reason: string }[]; unread: { forMe: number } }>(
        'GET',
        `/api/sessions/${id}/inbox?limit=100`,
        { token },
      )
    ).data;
  const { items, unread } = await inbox();
  expect(items.map(({ seq }) => seq)).toEqual([...seqs.slice(2), person.data.seq]);
  expect(new Set(items.map(({ reason }) => reason))).toEqual(new Set(['mention']));
  expect(unread.forMe).toBe(20);
  const last = await say('now @cy');
  await app.request('POST', `/api/sessions/${id}/read`, { token, body: { seq: person.data.seq } });
  await app.request('POST', `/api/sessions/${id}/join`, { token, body: { inviteCode } });
  expect((await inbox()).items.map(({ seq }) => seq)).toEqual([last]);
});
