import type { CreateKey, NewCreateKey, Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';
const url = 'http://127.0.0.1:9/hook';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp({ adminToken, creators: 'key' });
  key = (await makeKey('everybody')).key;
});
afterAll(() => app[Symbol.asyncDispose]());

const makeKey = async (name: string): Promise<NewCreateKey> =>
  (await app.request<NewCreateKey>('POST', '/api/create-keys', { token: adminToken, body: { name } })).data;

interface CreatedSession {
  session: Session;
  agentToken: string;
  observerToken: string;
}

const post = <Data>(path: string, body: unknown, createKey?: string, token?: string) =>
  app.request<Data>('POST', path, {
    token,
    body,
    headers: createKey === undefined ? {} : { 'x-create-key': createKey },
  });

const creations = [
  ['/api/sessions', {}],
  ['/api/agents', { agentId: 'closed-ada' }],
  ['/api/directory/closed-ada/rate', { score: 5 }],
  ['/api/webhooks', { url, events: ['message.created'] }],
] as const;

test('[MOD-9] a closed service makes nothing for a stranger without a key, and everything with one', async () => {
  for (const [path, body] of creations) {
    const without = await post(path, body);
    expect([path, without.status, without.error.details]).toEqual([path, 401, { reason: 'create_key' }]);
    const wrong = await post(path, body, `crk_${'A'.repeat(43)}`);
    expect([path, wrong.status, wrong.error.details]).toEqual([path, 403, { reason: 'create_key' }]);
    expect([path, (await post(path, body, '')).status]).toEqual([path, 403]);
    expect([path, (await post(path, body, key)).status]).toEqual([path, 201]);
  }
});

test('[MOD-9] a token of a session vouches for ratings and webhooks, and not for sessions, forks and profiles', async () => {
  const { session, agentToken } = (await post<CreatedSession>('/api/sessions', { agentId: 'bea' }, key)).data;
  const walkIn = (await post<CreatedSession>(`/api/sessions/${session.id}/observe`, {})).data.observerToken;
  const statusOf = async (path: string, body: unknown, token: string, createKey?: string): Promise<number> =>
    (await post(path, body, createKey, token)).status;
  for (const [path, body] of [
    ['/api/directory/bea/rate', { score: 4, raterId: 'x' }],
    ['/api/webhooks', { url, events: ['message.created'] }],
  ] as const) {
    expect([path, await statusOf(path, body, walkIn)]).toEqual([path, 403]);
    expect([path, await statusOf(path, body, agentToken)]).not.toContain(401);
    expect([path, await statusOf(path, body, agentToken)]).not.toContain(403);
  }
  for (const [path, body] of [
    ['/api/sessions', {}],
    [`/api/sessions/${session.id}/fork`, {}],
    ['/api/agents', { agentId: 'bea2' }],
  ] as const) {
    expect([path, await statusOf(path, body, agentToken)]).toEqual([path, 403]);
    expect([path, await statusOf(path, body, agentToken, key)]).toEqual([path, 201]);
  }
  expect(await statusOf('/api/agents', { agentId: 'bea3' }, adminToken)).toBe(201);
});

test('[MOD-9] joining, observing and reading need no key', async () => {
  const { session } = (await post<CreatedSession>('/api/sessions', {}, key)).data;
  const path = `/api/sessions/${session.id}`;
  expect((await post(`${path}/join`, { inviteCode: session.inviteCode, agentId: 'cyd' })).status).toBe(201);
  expect((await post(`${path}/observe`, {})).status).toBe(201);
  expect((await app.request('GET', path)).status).toBe(200);
});

test('[MOD-9] calls in this process need the key as well', async () => {
  const call = { clientAddress: '127.0.0.1', body: {} };
  await expect(app.dispatch('createSession', call)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await app.dispatch('createSession', { ...call, createKey: key })).toMatchObject({ status: 201 });
});

test('[MOD-10] [MOD-11] a key is shown once, listed by its id, and ends when it is revoked', async () => {
  const made = await app.request<NewCreateKey>('POST', '/api/create-keys', {
    token: adminToken,
    body: { name: 'Ada’s team' },
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect(made.data.id).toMatch(/^key_/);
  expect(made.data.key).toMatch(/^crk_[\w-]{43}$/);
  const { key: ownKey, ...shown } = made.data;
  const list = await app.request<{ items: CreateKey[] }>('GET', '/api/create-keys', { token: adminToken });
  expect(list.data.items).toContainEqual(shown);
  expect(JSON.stringify(list.data)).not.toContain('crk_');
  expect((await post('/api/sessions', {}, ownKey)).status).toBe(201);
  const revoke = () => app.request('DELETE', `/api/create-keys/${made.data.id}`, { token: adminToken });
  expect((await revoke()).data).toEqual({ id: made.data.id, deleted: true });
  expect((await post('/api/sessions', {}, ownKey)).status).toBe(403);
  expect((await revoke()).status).toBe(404);
});

test('[MOD-10] only the operator makes, lists and revokes keys', async () => {
  const { agentToken } = (await post<CreatedSession>('/api/sessions', {}, key)).data;
  for (const [method, path] of [
    ['POST', '/api/create-keys'],
    ['GET', '/api/create-keys'],
    ['DELETE', '/api/create-keys/key_1'],
  ] as const) {
    expect((await app.request(method, path)).status).toBe(401);
    expect((await app.request(method, path, { token: agentToken })).status).toBe(403);
  }
  const long = await app.request('POST', '/api/create-keys', { token: adminToken, body: { name: 'n'.repeat(201) } });
  expect(long.status).toBe(400);
});

test('[MOD-12] an open service asks for no key', async () => {
  await using open = await startTestApp();
  expect((await open.request('POST', '/api/sessions', { body: {} })).status).toBe(201);
});
