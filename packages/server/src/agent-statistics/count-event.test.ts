import type { AgentStats, Profile, Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** An id that no other test uses. */
const newAgent = (): string => `agent-${String(++count)}`;
const statsOf = (agentId: string) => app.request<AgentStats>('GET', `/api/agents/${agentId}/stats`);
const profileOf = (agentId: string) => app.request<Profile>('GET', `/api/agents/${agentId}`);

const openSession = async (body: Record<string, unknown>) => {
  const { data } = await app.request<{ session: Session; agentToken: string }>('POST', '/api/sessions', { body });
  const call = (method: string, subpath: string, given?: unknown, token = data.agentToken) =>
    app.request<{ agentToken: string; version: number; id: string }>(
      method,
      `/api/sessions/${data.session.id}${subpath}`,
      {
        token,
        body: given,
      },
    );
  const join = async (agentId: string) =>
    (await call('POST', '/join', { agentId, inviteCode: data.session.inviteCode })).data.agentToken;
  return { ...data, call, join };
};

test('[AGT-3] creating and joining a public session make bare profiles', async () => {
  const [creator, partner] = [newAgent(), newAgent()];
  const { join } = await openSession({ agentId: creator, agentName: 'The Creator' });
  await join(partner);
  const time = new Date(app.clock.now()).toISOString();
  expect((await profileOf(creator)).data).toEqual({
    id: creator,
    agentId: creator,
    name: 'The Creator',
    description: '',
    capabilities: [],
    url: null,
    metadata: {},
    protected: false,
    firstSeenAt: time,
    lastActiveAt: time,
    createdAt: time,
    updatedAt: time,
  });
  expect((await profileOf(partner)).data.name).toBe(partner);
});

test('[AGT-3] a profile that is there stays as it is', async () => {
  const agentId = newAgent();
  const { data } = await app.request('POST', '/api/agents', { body: { agentId, name: 'Mine', description: 'Said.' } });
  app.clock.advance(1000);
  await openSession({ agentId, agentName: 'Other' });
  expect((await profileOf(agentId)).data).toEqual({ ...data, lastActiveAt: new Date(app.clock.now()).toISOString() });
});

test('[AGT-3] [AGT-22] a private session makes no profile; turned public, it does', async () => {
  const [creator, partner] = [newAgent(), newAgent()];
  const { call, join } = await openSession({ agentId: creator, visibility: 'private' });
  await join(partner);
  expect((await profileOf(creator)).status).toBe(404);
  expect((await statsOf(partner)).status).toBe(404);
  const { data } = await app.request<{ items: Profile[] }>('GET', `/api/directory?q=${creator}`);
  expect(data.items).toEqual([]);

  await call('POST', '/visibility', { visibility: 'public' });
  expect((await statsOf(creator)).data).toMatchObject({ sessionsCreated: 1, collaborators: 1 });
  expect((await statsOf(partner)).data).toMatchObject({ sessionsJoined: 1, collaborators: 1 });
});

test('[AGT-6] [AGT-22] the statistics count what an agent did', async () => {
  const [ada, bob] = [newAgent(), newAgent()];
  const { call, join } = await openSession({ agentId: ada, maxAgents: 3 });
  const bobs = await join(bob);
  await call('POST', '/messages', { content: 'one' });
  await call('POST', '/messages', { content: 'two' });
  await call('POST', '/messages', { content: 'three' }, bobs);
  const note = (await call('POST', '/notes', { title: 'Plan' })).data;
  await call('PUT', `/notes/${note.id}`, { expectedVersion: 1, content: 'x' }, bobs);
  await call('PUT', `/notes/${note.id}`, { expectedVersion: 1, content: 'stale' }, bobs);
  await call('POST', '/files', { path: 'a.txt', content: 'x' });
  await call('POST', '/files', { path: 'a.txt', content: 'y' });
  await call('DELETE', '/files/a.txt');
  app.clock.advance(1000);
  await call('DELETE', `/notes/${note.id}`);
  const active = new Date(app.clock.now()).toISOString();
  await call('PATCH', '', { status: 'completed' }, bobs);

  expect((await statsOf(ada)).data).toEqual({
    agentId: ada,
    sessionsCreated: 1,
    sessionsJoined: 0,
    sessionsCompleted: 1,
    messagesSent: 2,
    notesEdited: 1,
    filesWritten: 2,
    tasksDone: 0,
    jobsSubmitted: 0,
    creditsUsed: 0,
    collaborators: 1,
    lastActiveAt: active,
  });
  expect((await statsOf(bob)).data).toMatchObject({
    sessionsCreated: 0,
    sessionsJoined: 1,
    sessionsCompleted: 1,
    messagesSent: 1,
    notesEdited: 1,
    filesWritten: 0,
  });
});

test('[AGT-22] a fork counts as created, and what it carries over counts for nobody', async () => {
  const ada = newAgent();
  const { call } = await openSession({ agentId: ada });
  await call('POST', '/notes', { title: 'Plan' });
  await call('POST', '/fork', {});
  expect((await statsOf(ada)).data).toMatchObject({ sessionsCreated: 2, notesEdited: 1 });
});

test('[AGT-22] what an observer writes counts for no agent', async () => {
  const { creator, observer } = await aSession(app, { agentId: newAgent() });
  const before = (await statsOf(`agent-${String(count)}`)).data.notesEdited;
  const note = (await creator<{ id: string }>('POST', '/notes', { body: {} })).data;
  const edit = await observer('PUT', `/notes/${note.id}`, { body: { expectedVersion: 1, content: 'seen' } });
  expect(edit.status).toBe(200);
  expect((await statsOf(`agent-${String(count)}`)).data.notesEdited).toBe(before + 1);
});

test('[AGT-22] a reopened session is not completed any more', async () => {
  const ada = newAgent();
  const { call } = await openSession({ agentId: ada });
  const completed = async () => (await statsOf(ada)).data.sessionsCompleted;
  await call('PATCH', '', { status: 'completed' });
  expect(await completed()).toBe(1);
  await call('PATCH', '', { status: 'completed', name: 'Renamed' });
  expect(await completed()).toBe(1);
  await call('PATCH', '', { status: 'active' });
  expect(await completed()).toBe(0);
});

test('[AGT-22] two agents that share two sessions are one collaborator until neither is public', async () => {
  const [ada, bob] = [newAgent(), newAgent()];
  const first = await openSession({ agentId: ada });
  const second = await openSession({ agentId: bob });
  await first.join(bob);
  await second.join(ada);
  const collaborators = async () => [(await statsOf(ada)).data.collaborators, (await statsOf(bob)).data.collaborators];
  expect(await collaborators()).toEqual([1, 1]);
  await first.call('POST', '/visibility', { visibility: 'private' });
  expect(await collaborators()).toEqual([1, 1]);
  await second.call('DELETE', '');
  expect(await collaborators()).toEqual([0, 0]);
});

test('[AGT-22] a session that turns private or is deleted is taken out, with its last activity', async () => {
  const ada = newAgent();
  const made = new Date(app.clock.now()).toISOString();
  const kept = await openSession({ agentId: ada });
  app.clock.advance(1000);
  const hidden = await openSession({ agentId: ada });
  await hidden.call('POST', '/messages', { content: 'secret' });
  const seen = (await statsOf(ada)).data;
  expect(seen).toMatchObject({ sessionsCreated: 2, messagesSent: 1 });

  await hidden.call('POST', '/visibility', { visibility: 'private' });
  app.clock.advance(1000);
  await hidden.call('POST', '/messages', { content: 'more' });
  expect((await statsOf(ada)).data).toMatchObject({ sessionsCreated: 1, messagesSent: 0, lastActiveAt: made });

  await hidden.call('POST', '/visibility', { visibility: 'public' });
  expect((await statsOf(ada)).data).toMatchObject({
    sessionsCreated: 2,
    messagesSent: 2,
    lastActiveAt: new Date(app.clock.now()).toISOString(),
  });

  await hidden.call('DELETE', '');
  await kept.call('DELETE', '');
  expect((await statsOf(ada)).data).toMatchObject({ sessionsCreated: 0, messagesSent: 0, lastActiveAt: made });
});

test('[SES-26] a session has 200 different agents over its life, and a former agent may join again', async () => {
  const ada = newAgent();
  const { call, session } = await openSession({ agentId: ada, maxAgents: 4 });
  await using beside = await openBeside(app);
  await beside.write(async (tx) => {
    for (let index = 0; index < 198; index++) {
      await tx.run`
        insert into participation (session_id, agent_id, agent_name, created_session, last_active_at)
        values (${session.id}, ${`${ada}-${String(index)}`}, 'Former', 0, 0)
      `;
    }
  });
  const join = async (agentId: string) => {
    const { inviteCode } = (await call('POST', '/reinvite')).data as unknown as Session;
    return call('POST', '/join', { agentId, inviteCode });
  };
  const last = newAgent();
  expect((await join(last)).status).toBe(201);
  expect((await statsOf(last)).data.collaborators).toBe(199);
  const refused = await join(newAgent());
  expect([refused.status, refused.error.details]).toEqual([409, { reason: 'limit_reached' }]);
  expect((await call('DELETE', `/agents/${last}`)).status).toBe(200);
  expect((await join(last)).status).toBe(201);
  await call('POST', '/visibility', { visibility: 'private' });
  expect((await statsOf(last)).data.collaborators).toBe(0);
});
