import { until } from '@pairspace/testkit/until';
import type { CreateKey, NewCreateKey, Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
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

test('[MOD-10] a key is shown once, listed by its id, and ends when it is revoked', async () => {
  const made = await app.request<NewCreateKey>('POST', '/api/create-keys', {
    token: adminToken,
    body: { name: 'Ada’s team' },
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect(made.data.id).toMatch(/^key_/);
  expect(made.data.key).toMatch(/^crk_[\w-]{43}$/);
  const { key: ownKey, ...shown } = made.data;
  expect(shown).toMatchObject({ lastUsedAt: null, expiresAt: null });
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

test('[MOD-10] [MOD-16] a key says when it was used last, and ends by itself when it expires', async () => {
  const expiresAt = new Date(app.clock.now() + 3_600_000).toISOString();
  const made = await app.request<NewCreateKey>('POST', '/api/create-keys', { token: adminToken, body: { expiresAt } });
  expect(made.data.expiresAt).toBe(expiresAt);
  const usedAt = new Date(app.clock.now()).toISOString();
  expect((await post('/api/sessions', {}, made.data.key)).status).toBe(201);
  await until(async () => {
    const { items } = (await app.request<{ items: CreateKey[] }>('GET', '/api/create-keys', { token: adminToken }))
      .data;
    expect(items.find(({ id }) => id === made.data.id)).toMatchObject({ lastUsedAt: usedAt, expiresAt });
  });
  app.clock.advance(3_600_000);
  const late = await post('/api/sessions', {}, made.data.key);
  expect([late.status, late.error.details]).toEqual([403, { reason: 'create_key' }]);
  const past = { name: 'late', expiresAt: new Date(app.clock.now()).toISOString() };
  for (const body of [past, { expiresAt: 'tomorrow' }, { expiresAt: 7 }])
    expect((await app.request('POST', '/api/create-keys', { token: adminToken, body })).status).toBe(400);
});

test('[MOD-16] a wrong key is refused where a key is taken, on an open service and with a token too', async () => {
  await using open = await startTestApp({ adminToken });
  const headers = { 'x-create-key': `crk_${'A'.repeat(43)}` };
  const { data } = await open.request<CreatedSession>('POST', '/api/sessions', { body: {} });
  const path = `/api/sessions/${data.session.id}`;
  for (const [target, body] of [
    ['/api/sessions', {}],
    [`${path}/join`, { inviteCode: data.session.inviteCode }],
    [`${path}/observe`, {}],
    ['/api/agents', { agentId: 'open-ada' }],
    ['/api/webhooks', { url, events: ['message.created'] }],
  ] as const) {
    for (const token of [undefined, data.agentToken]) {
      const refused = await open.request('POST', target, { body, headers, token });
      expect([target, refused.status, refused.error.details]).toEqual([target, 403, { reason: 'create_key' }]);
    }
  }
  expect((await open.request('GET', path, { headers })).status).toBe(200);
});

test('[MOD-18] a key lists the sessions that were made or joined under it, and no others', async () => {
  const mine = (await makeKey('mine')).key;
  const made = (await post<CreatedSession>('/api/sessions', { isPrivate: true, name: 'Mine alone' }, mine)).data;
  app.clock.advance(1);
  const other = (await post<CreatedSession>('/api/sessions', { isPrivate: true, maxAgents: 4 }, key)).data;
  const before = await post<CreatedSession>('/api/sessions', { isPrivate: true }, key);
  const { inviteCode } = other.session;
  for (const agentId of ['one', 'two'])
    await post(`/api/sessions/${other.session.id}/join`, { inviteCode, agentId }, mine);
  const list = (query: string, createKey?: string, token?: string) =>
    app.request<{ items: Session[]; nextCursor: string | null }>('GET', `/api/sessions?scope=key${query}`, {
      token,
      headers: createKey === undefined ? {} : { 'x-create-key': createKey },
    });
  const idsOf = async (query: string, createKey = mine) =>
    (await list(query, createKey)).data.items.map(({ id }) => id);
  expect(await idsOf('')).toEqual([other.session.id, made.session.id]);
  expect(await idsOf('&agentId=two')).toEqual([other.session.id]);
  expect(await idsOf('&status=waiting')).toEqual([made.session.id]);
  expect(await idsOf('&q=alone')).toEqual([made.session.id]);
  expect(await idsOf('', key)).not.toContain(made.session.id);
  expect(await idsOf('', key)).toContain(before.data.session.id);
  expect(JSON.stringify((await list('', mine)).data)).not.toContain(inviteCode);
  const first = (await list('&limit=1', mine)).data;
  expect(await idsOf(`&limit=1&cursor=${String(first.nextCursor)}`)).toEqual([made.session.id]);
  expect([(await list('')).status, (await list('', undefined, made.agentToken)).status]).toEqual([401, 403]);
  expect((await list('', `crk_${'B'.repeat(43)}`)).error).toMatchObject({
    code: 'FORBIDDEN',
    details: { reason: 'create_key' },
  });
});

test('[MOD-13] with readers that need a key, a token or a key reads, and nobody else', async () => {
  await using closed = await startTestApp({ adminToken, readers: 'key' });
  const made = await closed.request<NewCreateKey>('POST', '/api/create-keys', { token: adminToken, body: {} });
  const keyed = { 'x-create-key': made.data.key };
  const { session, agentToken } = (
    await closed.request<CreatedSession>('POST', '/api/sessions', { body: { agentId: 'rea' } })
  ).data;
  const walkIn = async (headers: Record<string, string>) =>
    (await closed.request<CreatedSession>('POST', `/api/sessions/${session.id}/observe`, { body: {}, headers })).data
      .observerToken;
  const outsider = (await closed.request<CreatedSession>('POST', '/api/sessions', { body: {} })).data.agentToken;
  const ofSession = ['', '/events', '/messages', '/export', '/stream'].map(
    (part) => `/api/sessions/${session.id}${part}`,
  );
  const lists = ['/api/sessions', '/api/agents', '/api/agents/rea/stats', '/api/directory', '/api/directory/rea'];
  const read = async (path: string, options: { token?: string; headers?: Record<string, string> }) => {
    const token = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    const response = await fetch(`${closed.url}${path}`, { headers: { ...options.headers, ...token } });
    if (response.ok) await response.body?.cancel();
    const { error } = response.ok ? {} : ((await response.json()) as { error?: { details?: { reason?: string } } });
    return `${path} ${String(response.status)} ${error?.details?.reason ?? ''}`.trim();
  };
  const plain = await walkIn({});
  const keyedWalkIn = await walkIn(keyed);
  for (const path of [...ofSession, ...lists]) {
    for (const given of [{}, { token: plain }, { headers: { 'x-create-key': `crk_${'C'.repeat(43)}` } }])
      expect(await read(path, given)).toBe(`${path} 401 key`);
    for (const given of [{ token: agentToken }, { token: adminToken }, { token: keyedWalkIn }, { headers: keyed }])
      expect(await read(path, given)).toBe(`${path} 200`);
  }
  for (const path of ofSession) expect(await read(path, { token: outsider })).toBe(`${path} 401 key`);
  for (const path of ['/', '/healthz', '/api/keys', `/api/invitations/${session.inviteCode ?? ''}`])
    expect(await read(path, {})).toBe(`${path} 200`);
  const mcp = (headers: Record<string, string>) =>
    fetch(`${closed.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect((await mcp({})).status).toBe(401);
  expect((await mcp(keyed)).status).not.toBe(401);
  expect((await mcp({ authorization: `Bearer ${agentToken}` })).status).not.toBe(401);

  const stream = await fetch(`${closed.url}/api/sessions/${session.id}/stream`, { headers: keyed });
  await closed.request('DELETE', `/api/create-keys/${made.data.id}`, { token: adminToken });
  await stream.text();
});

test('[MOD-14] two tokens are the operator’s while one takes the place of the other', async () => {
  await using rotating = await startTestApp({ adminToken: 'the-next-one,the-operator' });
  const statusOf = async (token: string) => (await rotating.request('GET', '/api/create-keys', { token })).status;
  expect([await statusOf('the-next-one'), await statusOf('the-operator')]).toEqual([200, 200]);
  expect([await statusOf('the-next-one,the-operator'), await statusOf('the-other')]).toEqual([401, 401]);
  const read = (text: string) => readConfig({ PAIRSPACE_ADMIN_TOKEN: text }).adminToken;
  expect(read('the-next-one,the-operator')).toBe('the-next-one,the-operator');
  for (const wrong of [
    'short',
    'the-operator,',
    ',the-operator',
    'the-first,the-second,the-third',
    'the-operator,short',
  ])
    expect(() => read(wrong)).toThrow('PAIRSPACE_ADMIN_TOKEN');
});

test('[MOD-15] the operator decides how many seats a session may have', async () => {
  const { limits } = readConfig({ PAIRSPACE_LIMITS: 'seats=40' });
  await using large = await startTestApp({ limits });
  const create = (maxAgents: number) => large.request<CreatedSession>('POST', '/api/sessions', { body: { maxAgents } });
  const { session, agentToken } = (await create(40)).data;
  expect(session.maxAgents).toBe(40);
  expect((await create(41)).status).toBe(400);
  const raise = (maxAgents: number) =>
    large.request('PATCH', `/api/sessions/${session.id}`, { token: agentToken, body: { maxAgents } });
  expect([(await raise(41)).status, (await raise(39)).status]).toEqual([400, 200]);
  for (const seats of ['1', '65', 'many'])
    expect(() => readConfig({ PAIRSPACE_LIMITS: `seats=${seats}` })).toThrow('PAIRSPACE_LIMITS');
});
