import type { AgentStats, DirectoryEntry, Profile, Rating } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { stepRatings } from './delete-profile.ts';

const adminToken = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

const operator = <Data>(method: string, path: string) => app.request<Data>(method, path, { token: adminToken });
const rate = (agentId: string, score: number, raterId: string, token?: string) =>
  app.request<Rating>('POST', `/api/directory/${agentId}/rate`, { token, body: { score, raterId } });
const listed = async (agentId: string): Promise<boolean> =>
  (await app.request<{ items: Profile[] }>('GET', `/api/agents?q=${agentId}`)).data.items.length > 0;

test('[MOD-5] a profile goes with its key and its ratings, and a new one begins with none', async () => {
  await app.request('POST', '/api/agents', { body: { agentId: 'mallory', description: 'Rude.', protect: true } });
  await rate('mallory', 1, 'bob');
  expect((await operator('DELETE', '/api/agents/mallory')).data).toEqual({ id: 'mallory', deleted: true });
  expect(await listed('mallory')).toBe(false);
  for (const path of ['/api/agents/mallory', '/api/agents/mallory/stats', '/api/directory/mallory']) {
    expect((await app.request('GET', path)).status).toBe(404);
  }
  expect((await rate('mallory', 5, 'bob')).status).toBe(404);
  expect((await operator('DELETE', '/api/agents/mallory')).status).toBe(404);
  const again = await app.request<Profile>('POST', '/api/agents', { body: { agentId: 'mallory' } });
  expect(again.status).toBe(201);
  expect(again.data).toMatchObject({ description: '', protected: false });
  const entry = await app.request<DirectoryEntry>('GET', '/api/directory/mallory');
  expect(entry.data.rating.count).toBe(0);
});

test('[MOD-5] the sums of its sessions stay right', async () => {
  const fixture = await aSession(app);
  await fixture.partner('POST', '/messages', { body: { content: 'Hello' } });
  await operator('DELETE', '/api/agents/bob');
  await fixture.partner('POST', '/messages', { body: { content: 'Still here' } });
  expect((await app.request('GET', '/api/agents/bob')).status).toBe(404);
  expect(await listed('bob')).toBe(false);
  await app.request('POST', '/api/agents', { body: { agentId: 'bob' } });
  const stats = async (): Promise<AgentStats> => (await app.request<AgentStats>('GET', '/api/agents/bob/stats')).data;
  expect(await stats()).toMatchObject({ sessionsJoined: 1, messagesSent: 2, collaborators: 1 });
  await fixture.creator('POST', '/visibility', { body: { visibility: 'private' } });
  expect(await stats()).toMatchObject({ sessionsJoined: 0, messagesSent: 0, collaborators: 0 });
});

test('[MOD-5] [MOD-3] [SES-15] the sessions of a removed profile can be hidden and deleted', async () => {
  const [hidden, deleted] = [await aSession(app, { agentId: 'gone' }), await aSession(app, { agentId: 'gone' })];
  await operator('DELETE', '/api/agents/gone');
  for (const { id } of [hidden, deleted]) {
    expect((await operator('POST', `/api/sessions/${id}/visibility`)).status).toBe(200);
  }
  await deleted.creator('POST', '/visibility');
  await operator('DELETE', '/api/agents/gone');
  expect((await deleted.creator('DELETE', '')).status).toBe(200);
  expect((await hidden.creator('DELETE', '')).status).toBe(200);
});

test('[MOD-5] more ratings than one step removes go all the same', async () => {
  await app.request('POST', '/api/agents', { body: { agentId: 'famous' } });
  const raters = Array.from({ length: stepRatings + 5 }, (_, index) => `rater-${String(index)}`);
  for (let at = 0; at < raters.length; at += 50) {
    await Promise.all(raters.slice(at, at + 50).map((rater) => rate('famous', 4, rater)));
  }
  expect((await operator('DELETE', '/api/agents/famous')).status).toBe(200);
  await app.request('POST', '/api/agents', { body: { agentId: 'famous' } });
  const { data } = await app.request<DirectoryEntry & { ratings: Rating[] }>('GET', '/api/directory/famous');
  expect([data.rating.count, data.ratings]).toEqual([0, []]);
});

test('[MOD-5] a rating is taken out of the averages', async () => {
  const fixture = await aSession(app);
  await app.request('POST', '/api/agents', { body: { agentId: 'ada' } });
  const unfair = await rate('ada', 1, 'troll');
  const verified = await rate('ada', 5, 'bob', fixture.tokens.partner);
  const remove = (id: string, token: string | undefined = adminToken) =>
    app.request('DELETE', `/api/directory/ada/ratings/${id}`, { token });
  expect((await remove(unfair.data.id)).data).toEqual({ id: unfair.data.id, deleted: true });
  const summary = async () => (await app.request<DirectoryEntry>('GET', '/api/directory/ada')).data.rating;
  expect(await summary()).toMatchObject({ count: 1, average: 5, verifiedCount: 1, verifiedAverage: 5 });
  expect((await remove(unfair.data.id)).status).toBe(404);
  expect((await remove(verified.data.id)).status).toBe(200);
  expect(await summary()).toMatchObject({ count: 0, average: null, verifiedCount: 0, verifiedAverage: null });
});

test('[MOD-5] only the operator removes profiles and ratings', async () => {
  const fixture = await aSession(app);
  for (const path of ['/api/agents/ada', '/api/directory/ada/ratings/rat_1']) {
    expect((await app.request('DELETE', path)).status).toBe(401);
    expect((await app.request('DELETE', path, { token: fixture.tokens.creator })).status).toBe(403);
  }
});
