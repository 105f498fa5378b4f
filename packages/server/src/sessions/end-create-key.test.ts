import type { Event, NewCreateKey, Session, Webhook } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Made {
  session: Session;
  agentToken: string;
  observerToken: string;
  recoveryCode: string;
}

const makeKey = async (): Promise<NewCreateKey> =>
  (await app.request<NewCreateKey>('POST', '/api/create-keys', { token: adminToken, body: {} })).data;
const post = <Data = Made>(path: string, body: unknown, createKey?: string, token?: string) =>
  app.request<Data>('POST', path, {
    body,
    token,
    headers: createKey === undefined ? {} : { 'x-create-key': createKey },
  });
const endAll = (id: string, query = '?everything=true') =>
  app.request('DELETE', `/api/create-keys/${id}${query}`, { token: adminToken });
const statusOf = async (path: string, token: string): Promise<number> =>
  (await app.request('GET', path, { token })).status;

test('[MOD-16] [MOD-19] with a key ends everything that came under it, and nothing else', async () => {
  const { id: keyId, key } = await makeKey();
  const other = await makeKey();
  const own = (await post('/api/sessions', { agentId: 'ada', isPrivate: true, maxAgents: 4 }, key)).data;
  const path = `/api/sessions/${own.session.id}`;
  const { inviteCode } = own.session;
  const friend = (await post(`${path}/join`, { inviteCode, agentId: 'bob' }, other.key)).data;
  const watcher = (await post(`${path}/observe`, { inviteCode, name: 'Ines' }, other.key)).data;
  const invited = (await post(`${path}/observe`, { inviteCode, name: 'Olga' }, key)).data;
  const theirs = (await post('/api/sessions', { agentId: 'cyd', isPrivate: true }, other.key)).data;
  const theirPath = `/api/sessions/${theirs.session.id}`;
  const guest = (await post(`${theirPath}/join`, { inviteCode: theirs.session.inviteCode, agentId: 'dee' }, key)).data;
  const recovered = (await post(`${theirPath}/recover`, { recoveryCode: guest.recoveryCode })).data;
  const fork = (await post(`${path}/fork`, {}, key, own.agentToken)).data;
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['message.created'] };
  const hooks = [
    await post<Webhook>('/api/webhooks', hook, key),
    await post<Webhook>('/api/webhooks', hook, undefined, recovered.agentToken),
  ];
  const kept = await post<Webhook>('/api/webhooks', hook, undefined, theirs.agentToken);
  const profile = { agentId: 'keyed-ada', protect: true };
  const { agentKey } = (await post<{ agentKey: string }>('/api/agents', profile, key)).data;

  const alone = await app.request<Made>('POST', '/api/sessions', { body: { isPrivate: true }, token: agentKey });
  expect(alone.data.session.creator.agentId).toBe('keyed-ada');
  const both = (await post('/api/sessions', { isPrivate: true }, key, agentKey)).data;

  await using stream = await openStream(app, `${path}/stream`, own.agentToken);
  await using observing = await openStream(app, `${path}/stream`, invited.observerToken);
  await using overseeing = await openStream(app, `${path}/stream`, own.observerToken);
  await using staying = await openStream(app, `${path}/stream`, friend.agentToken);
  const { lastSeq } = (await app.request<Session>('GET', path, { token: own.agentToken })).data;
  const waits = [
    app.request('GET', `${path}/events?wait=30&since=${String(lastSeq)}`, { token: own.agentToken }),
    app.request('GET', `/api/sessions/${fork.session.id}/inbox?wait=30`, { token: fork.agentToken }),
  ];
  expect((await endAll(keyId)).data).toEqual({ id: keyId, deleted: true, seatsOfOthers: 1 });
  await expect(Promise.all([stream, observing, overseeing].map(readToEnd))).resolves.toBeDefined();
  for (const wait of waits) expect((await wait).status).toBe(401);

  for (const { session, agentToken, observerToken, recoveryCode } of [own, fork]) {
    const target = `/api/sessions/${session.id}`;
    for (const token of [agentToken, observerToken]) expect(await statusOf(target, token)).toBe(401);
    expect((await post(`${target}/recover`, { recoveryCode })).status).toBe(403);
  }
  expect(await statusOf(`/api/sessions/${alone.data.session.id}`, alone.data.agentToken)).toBe(401);
  expect(await statusOf('/api/me', agentKey)).toBe(401);
  expect(await statusOf(path, invited.observerToken)).toBe(401);
  expect(await statusOf(theirPath, recovered.agentToken)).toBe(401);
  expect((await post(`${theirPath}/recover`, { recoveryCode: recovered.recoveryCode })).status).toBe(403);
  expect((await post('/api/sessions', {}, key)).status).toBe(403);
  const asKeyed = await app.request('POST', '/api/agents', {
    body: { agentId: 'keyed-ada', description: 'mine' },
    headers: { 'x-agent-key': agentKey },
  });
  expect(asKeyed.status).toBe(403);
  for (const { data } of hooks)
    expect((await app.request('GET', `/api/webhooks/${data.id}`, { token: adminToken })).status).toBe(404);

  for (const [target, token] of [
    [path, friend.agentToken],
    [path, watcher.observerToken],
    [theirPath, theirs.agentToken],
    [theirPath, theirs.observerToken],
  ] as const)
    expect(await statusOf(target, token)).toBe(200);
  expect((await app.request('GET', `/api/webhooks/${kept.data.id}`, { token: adminToken })).status).toBe(200);
  expect((await post('/api/sessions', {}, other.key)).status).toBe(201);
  expect((await staying.next()).event).toBe('agent.revoked');

  const log = async (target: string, token: string) =>
    (await app.request<{ items: Event[] }>('GET', `${target}/events?limit=200`, { token })).data.items
      .slice(-3)
      .map(({ event, actor, data }) => [event, actor.kind, data.id]);
  expect(await log(path, friend.agentToken)).toEqual([
    ['agent.revoked', 'operator', 'ada'],
    ['observer.removed', 'operator', expect.stringMatching(/^obv_/)],
    ['session.updated', 'operator', own.session.id],
  ]);
  expect((await log(theirPath, theirs.agentToken)).at(-1)).toEqual(['agent.revoked', 'operator', 'dee']);
  const bothEvents = await log(`/api/sessions/${both.session.id}`, adminToken);
  expect(bothEvents.filter(([event]) => event === 'agent.revoked')).toHaveLength(1);
  expect((await endAll(keyId)).status).toBe(404);
});

test('[MOD-19] the stream of an importer ends with its create key, although no seat has an event of it', async () => {
  const { id: keyId, key } = await makeKey();
  const { session, agentToken } = (await post('/api/sessions', {})).data;
  const path = `/api/sessions/${session.id}`;
  const { data: exported } = await app.request('GET', `${path}/export`, { token: agentToken });
  await app.request('DELETE', path, { token: agentToken });
  const imported = await post('/api/sessions/import', exported, key);
  expect(imported.status).toBe(201);
  await using stream = await openStream(app, `${path}/stream`, imported.data.observerToken);
  expect((await endAll(keyId)).status).toBe(200);
  await expect(readToEnd(stream)).resolves.toBeDefined();
});

/** Resolves when the stream is over. */
const readToEnd = async (stream: { next: () => Promise<unknown> }): Promise<string> => {
  try {
    for (;;) await stream.next();
  } catch (error) {
    return (error as Error).message;
  }
};

test('[MOD-10] [MOD-19] a key alone leaves what came under it, and can be ended with everything afterwards', async () => {
  const { id, key } = await makeKey();
  const { session, agentToken } = (await post('/api/sessions', {}, key)).data;
  expect((await endAll(id, '?everything=false')).status).toBe(200);
  expect(await statusOf(`/api/sessions/${session.id}`, agentToken)).toBe(200);
  expect((await endAll(id, '')).status).toBe(404);
  expect((await endAll(id)).status).toBe(200);
  expect(await statusOf(`/api/sessions/${session.id}`, agentToken)).toBe(401);
  expect((await endAll('key_unknown')).status).toBe(404);
  expect((await endAll(id, '?everything=yes')).status).toBe(400);
});

test('[MOD-16] a session that is made beside the end of its key is refused, or ends with it', async () => {
  const { id, key } = await makeKey();
  const [made] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => post('/api/sessions', {}, key))),
    endAll(id),
  ]);
  const left = made.filter(({ status }) => status === 201);
  for (const { status } of made) expect([201, 403]).toContain(status);
  for (const { data } of left) expect(await statusOf(`/api/sessions/${data.session.id}`, data.agentToken)).toBe(401);
});
