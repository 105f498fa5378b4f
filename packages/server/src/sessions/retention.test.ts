import { until } from '@pairspace/testkit/until';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const day = 86_400_000;

const isThere = async (app: TestApp, id: string): Promise<boolean> =>
  (await app.request('GET', `/api/sessions/${id}`)).status === 200;

const untilGone = (app: TestApp, id: string): Promise<void> =>
  until(async () => {
    expect(await isThere(app, id)).toBe(false);
  });

const create = async (app: TestApp, body: Record<string, unknown>) => {
  const { data } = await app.request<{ session: { id: string }; agentToken: string }>('POST', '/api/sessions', {
    body: { visibility: 'public', ...body },
  });
  return { id: data.session.id, token: data.agentToken };
};

const hasProfile = async (app: TestApp, agentId: string): Promise<boolean> =>
  (await app.request('GET', `/api/agents/${agentId}`)).status === 200;

test('[CAP-5] a session without activity is deleted when its time is over, and no other', async () => {
  await using app = await startTestApp({ retainMs: 30 * day });
  const old = await aSession(app);
  await old.creator('POST', '/messages', { body: { content: 'hello' } });
  app.clock.advance(20 * day);
  const active = await aSession(app);
  app.clock.advance(10 * day + 1);
  await untilGone(app, old.id);
  expect((await old.creator('GET', '')).status).toBe(401);
  expect(await isThere(app, active.id)).toBe(true);
});

test('[CAP-6] an abandoned session goes earlier than one in which something was said or somebody came', async () => {
  await using app = await startTestApp({ abandonedMs: 7 * day });
  const abandoned = await create(app, { agentId: 'alone' });
  const said = await create(app, { agentId: 'says' });
  await app.request('POST', `/api/sessions/${said.id}/messages`, { token: said.token, body: { content: 'hello' } });
  const observed = await create(app, { agentId: 'seen' });
  await app.request('POST', `/api/sessions/${observed.id}/observe`, { body: {} });
  const joined = await aSession(app);
  app.clock.advance(7 * day + 1);
  await untilGone(app, abandoned.id);
  for (const { id } of [said, observed, joined]) expect(await isThere(app, id)).toBe(true);
});

test('[CAP-7] a profile that only deleted sessions made goes with them; one that was saved or rated stays', async () => {
  await using app = await startTestApp({ abandonedMs: 7 * day });
  const sessions = await Promise.all(['bare', 'saved', 'rated'].map((agentId) => create(app, { agentId })));
  await app.request('POST', '/api/agents', { body: { agentId: 'saved', name: 'Saved' } });
  await app.request('POST', '/api/directory/rated/rate', { body: { score: 5 } });
  const elsewhere = await create(app, { agentId: 'twice' });
  const other = await create(app, { agentId: 'twice' });
  await app.request('POST', `/api/sessions/${other.id}/messages`, { token: other.token, body: { content: 'hello' } });
  app.clock.advance(7 * day + 1);
  for (const { id } of [...sessions, elsewhere]) await untilGone(app, id);
  expect(await hasProfile(app, 'bare')).toBe(false);
  for (const agentId of ['saved', 'rated', 'twice']) expect(await hasProfile(app, agentId)).toBe(true);
});
