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
  expect((await join(id, { inviteCode, agentId: 'ada' })).error.details).toEqual({ reason: 'agent_in_session' });
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
