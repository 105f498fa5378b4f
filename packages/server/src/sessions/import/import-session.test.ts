import { defaultLimits, type Event, type Note, type Session, type SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  here = await startTestApp();
  there = await startTestApp();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});

interface Imported {
  session: Session;
  observerToken: string;
  seats: { agentId: string; recoveryCode: string | null }[];
  verification: unknown;
}

const importInto = (app: TestApp, body: unknown, path = '/api/sessions/import') =>
  app.request<Imported>('POST', path, { body });

test('[IMP-1] an export is imported with its log, and the export of that is verified', async () => {
  const { creator, partner, observer, id } = await aSession(here);
  const first = await creator('POST', '/messages', { body: { content: 'Hi @bob' } });
  await partner('POST', '/messages', { body: { content: 'Hello', replyTo: first.data['id'] } });
  const note = await creator<Note>('POST', '/notes', { body: { title: 'Plan', content: '# One' } });
  await observer('PUT', `/notes/${note.data.id}`, { body: { expectedVersion: 1, content: '# Two' } });
  const lost = await creator<Note>('POST', '/notes', { body: {} });
  await creator('DELETE', `/notes/${lost.data.id}`);
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'old' } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'new' } });
  await partner('POST', '/files', { body: { path: 'c', content: '' } });
  await partner('DELETE', '/files/c');
  await creator('POST', '/tasks', { body: { title: 'A task', claim: true } });
  await partner('POST', '/tasks', { body: { title: 'Another', dependsOn: ['1'] } });
  const exported = (await creator<SessionExport>('GET', '/export')).data;
  const imported = await importInto(there, exported);
  expect(imported).toMatchObject({ status: 201 });
  expect(imported.data).toMatchObject({
    session: { id, visibility: 'private', observerCount: 0, agents: exported.agents },
    seats: [{ agentId: 'ada' }, { agentId: 'bob' }],
    verification: { chain: 'valid', checkpoint: 'unknown_key', keyId: exported.manifest.keyId },
  });
  const again = (
    await there.request<SessionExport>('GET', `/api/sessions/${id}/export`, { token: imported.data.observerToken })
  ).data;
  const told: Event[] = again.events;
  expect(told.slice(0, -1)).toEqual(exported.events);
  expect(told.at(-1)?.event).toBe('session.imported');
  expect(again.messages).toEqual(exported.messages);
  expect(again.notes).toEqual(exported.notes);
  expect(again.files).toEqual(exported.files);
  verifyExport(again);
});

test('[IMP-2] [TASK-3] the count of tasks is limited, but not the task numbers of a fork', async () => {
  await using small = await startTestApp({ limits: { ...defaultLimits, tasksPerSession: 2 } });
  const { creator } = await aSession(here);
  for (const title of ['One', 'Two', 'Three']) await creator('POST', '/tasks', { body: { title } });
  const { data: whole } = await creator<SessionExport>('GET', '/export');
  expect((await importInto(small, whole)).error.message).toContain('more tasks than the 2 ');
  await creator('POST', '/tasks/1/cancel', { body: {} });
  const { session, agentToken: token } = (
    await creator<{ session: Session; agentToken: string }>('POST', '/fork', { body: {} })
  ).data;
  const fork = await here.request<SessionExport>('GET', `/api/sessions/${session.id}/export`, { token });
  expect(fork.data.tasks.map(({ number }) => number)).toEqual([2, 3]);
  expect((await importInto(small, fork.data)).status).toBe(201);
});

test('[IMP-2] an export whose session has other seats than its log is refused with its reason', async () => {
  const { creator } = await aSession(here);
  const { data } = await creator<SessionExport>('GET', '/export');
  const { status, error } = await importInto(there, { ...data, session: { ...data.session, maxAgents: 1 } });
  expect([status, error.details?.['member']]).toEqual([400, 'session']);
});

test('[IMP-7] the seat of a protected id has no code, and its key recovers it', async () => {
  await using fresh = await startTestApp();
  const { creator, id } = await aSession(here);
  const { data: exported } = await creator<SessionExport>('GET', '/export');
  const profile = { id: 'bob', name: 'Bob', protect: true };
  const saved = await fresh.request<{ agentKey: string }>('POST', '/api/agents', { body: profile });
  expect(saved.status).toBe(201);
  const { data } = await importInto(fresh, exported);
  expect(data.seats).toEqual([
    { agentId: 'ada', recoveryCode: expect.stringMatching(/^rec_/) as string },
    { agentId: 'bob', recoveryCode: null },
  ]);
  const recover = (token?: string) =>
    fresh.request<{ agentToken: string }>('POST', `/api/sessions/${id}/recover`, { token, body: {} });
  const other = await fresh.request<{ agentKey: string }>('POST', '/api/agents', {
    body: { id: 'eve', name: 'Eve', protect: true },
  });
  expect((await recover(other.data.agentKey)).status).toBe(403);
  const back = await recover(saved.data.agentKey);
  expect(back.status).toBe(200);
  const whoami = await fresh.request('GET', `/api/sessions/${id}`, { token: back.data.agentToken });
  expect(whoami.status).toBe(200);
});

test('[ME-2] [ME-8] [IMP-7] a key does not take an imported seat that another agent has recovered by its code', async () => {
  await using fresh = await startTestApp();
  const older = await aSession(fresh, { agentId: 'older' });
  const { creator, id } = await aSession(here);
  const { data } = await importInto(fresh, (await creator<SessionExport>('GET', '/export')).data);
  const recover = (token: string | undefined, recoveryCode?: string | null) =>
    fresh.request<{ agentToken: string }>('POST', `/api/sessions/${id}/recover`, { token, body: { recoveryCode } });
  const code = data.seats.find(({ agentId }) => agentId === 'bob')?.recoveryCode;
  const back = await recover(undefined, code);
  expect(back.status).toBe(200);
  const saved = await fresh.request<{ agentKey: string }>('POST', '/api/agents', {
    body: { id: 'bob', protect: true },
    token: older.tokens.partner,
  });
  expect(saved.status).toBe(200);
  const refused = await recover(saved.data.agentKey);
  expect([refused.status, refused.error.details]).toEqual([403, { reason: 'agent_key' }]);
  expect((await fresh.request('GET', `/api/sessions/${id}`, { token: back.data.agentToken })).status).toBe(200);
});
