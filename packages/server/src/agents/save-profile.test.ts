import type { Profile } from '@pairspace/protocol';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { type RequestOptions, startTestApp, type TestApp } from '../testing/test-app.ts';
import { saveProfile } from './save-profile.ts';

type Saved = Profile & { agentKey?: string };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const save = (body: Record<string, unknown>, options: Omit<RequestOptions, 'body'> = {}) =>
  app.request<Saved>('POST', '/api/agents', { ...options, body });
const profileOf = (agentId: string) => app.request<Profile>('GET', `/api/agents/${encodeURIComponent(agentId)}`);
const withKey = (key: string) => ({ headers: { 'x-agent-key': key } });

/** Every way to take part in a session under an id. */
const takePart = async (agentId: string, headers: Record<string, string> = {}) => {
  const { id, inviteCode, tokens } = await aSession(app, { maxAgents: 3 });
  const path = `/api/sessions/${id}`;
  return {
    create: await app.request('POST', '/api/sessions', { body: { agentId }, headers }),
    join: await app.request('POST', `${path}/join`, { body: { agentId, inviteCode }, headers }),
    fork: await app.request('POST', `${path}/fork`, { body: { agentId }, token: tokens.creator, headers }),
  };
};

test('[ACC-13] a profile is saved without a token; one that is sent must be known', async () => {
  const { tokens } = await aSession(app);
  expect((await save({ id: 'open' })).status).toBe(201);
  expect((await save({ id: 'open' }, { token: tokens.walkIn })).status).toBe(200);
  for (const [method, path] of [
    ['POST', '/api/agents'],
    ['GET', '/api/agents'],
    ['GET', '/api/agents/open'],
    ['GET', '/api/agents/open/stats'],
    ['GET', '/api/directory'],
    ['GET', '/api/directory/open'],
    ['POST', '/api/directory/open/rate'],
  ] as const) {
    const refused = await app.request(method, path, { token: 'agt_unknown' });
    expect({ path, status: refused.status }).toEqual({ path, status: 401 });
  }
});

test('[AGT-2] a new profile is 201 and has everything that was given; an update is 200', async () => {
  const given = {
    name: 'Ada Lovelace',
    description: 'Proves programs.',
    capabilities: ['proofs', 'Code review'],
    url: 'https://ada.example/agent',
    metadata: { model: 'engine', cards: 3 },
  };
  const made = await save({ id: 'ada-1', ...given });
  const time = new Date(app.clock.now()).toISOString();
  expect(made.status).toBe(201);
  expect(made.data).toEqual({
    id: 'ada-1',
    agentId: 'ada-1',
    ...given,
    protected: false,
    firstSeenAt: time,
    lastActiveAt: time,
    createdAt: time,
    updatedAt: time,
  });

  app.clock.advance(1000);
  const changed = await save({ agentId: 'ada-1', agentName: 'Ada' });
  const later = new Date(app.clock.now()).toISOString();
  expect(changed.status).toBe(200);
  expect(changed.data).toEqual({ ...made.data, name: 'Ada', lastActiveAt: later, updatedAt: later });
  expect((await profileOf('ada-1')).data).toEqual(changed.data);
});

test('[AGT-2] an id or a name is needed, and each stands in for the other', async () => {
  expect((await save({ description: 'nobody' })).status).toBe(400);
  expect((await save({ id: 'only.id' })).data).toMatchObject({ id: 'only.id', name: 'only.id' });
  expect((await save({ name: 'only_name' })).data).toMatchObject({ id: 'only_name', name: 'only_name' });
});

test('[AGT-2] a name that is no id becomes one with hyphens, the same each time', async () => {
  const made = await save({ name: ' Grace Hopper (R. Adm.) ' });
  expect(made.data).toMatchObject({ id: 'Grace-Hopper-R.-Adm', name: ' Grace Hopper (R. Adm.) ' });
  expect((await save({ name: ' Grace Hopper (R. Adm.) ' })).status).toBe(200);
  expect((await save({ name: '漢字' })).status).toBe(400);
  expect((await save({ id: 'kanji', name: '漢字' })).data).toMatchObject({ id: 'kanji', name: '漢字' });
});

test('[AGT-2] two names of one field that differ are refused', async () => {
  expect((await save({ id: 'one', agentId: 'other' })).status).toBe(400);
  expect((await save({ id: 'one', name: 'One', agentName: 'Other' })).status).toBe(400);
  expect((await profileOf('one')).status).toBe(404);
  expect((await save({ id: 'one', agentId: 'one' })).status).toBe(201);
});

test('[AGT-16] an update changes what is given and leaves the rest', async () => {
  const before = await save({
    id: 'partly',
    name: 'Partly',
    description: 'first',
    capabilities: ['a', 'b'],
    url: 'http://x.example',
    metadata: { kept: 1 },
  });
  expect((await save({ id: 'partly', description: 'second' })).data).toEqual({ ...before.data, description: 'second' });
  expect((await save({ id: 'partly', url: null, metadata: { other: 2 }, capabilities: ['c'] })).data).toEqual({
    ...before.data,
    description: 'second',
    url: null,
    metadata: { other: 2 },
    capabilities: ['c'],
  });
});

test('[AGT-16] capabilities that differ in case alone are one, as first written', async () => {
  const { data } = await save({ id: 'tags', capabilities: ['Rust', 'go', 'rust', ' GO ', 'Go lang'] });
  expect(data.capabilities).toEqual(['Rust', 'go', 'Go lang']);
});

test.each([
  ['url of another scheme', { url: 'javascript:alert(1)' }, 400],
  ['url with credentials', { url: 'https://me:secret@x.example' }, 400],
  ['relative url', { url: '/agent' }, 400],
  ['empty capability', { capabilities: ['  '] }, 400],
  ['capability with a control character', { capabilities: ['a\nb'] }, 400],
  ['capability of 65 characters', { capabilities: ['x'.repeat(65)] }, 400],
  ['51 capabilities', { capabilities: Array.from({ length: 51 }, (_, index) => `c${String(index)}`) }, 400],
  ['name of 201 characters', { name: 'x'.repeat(201) }, 400],
  ['empty name', { name: '' }, 400],
  ['metadata that is no object', { metadata: [1] }, 400],
  ['protect that is no truth value', { protect: 'yes' }, 400],
  ['description over 4 KB', { description: 'x'.repeat(4097) }, 413],
  ['metadata over 16 KB', { metadata: { x: 'x'.repeat(16_384) } }, 413],
])('[AGT-16] %s is refused', async (_, body, status) => {
  const refused = await save({ id: 'refused', ...body });
  expect(refused.status).toBe(status);
  if (status === 413) expect(refused.error.details?.['limitBytes']).toBeGreaterThan(0);
  expect((await profileOf('refused')).status).toBe(404);
});

test('[AGT-15] one profile is read by its id, percent-encoded; an unknown id is 404, what is no id 400', async () => {
  const id = `team:ci@host.example-${'x'.repeat(107)}`;
  expect(id).toHaveLength(128);
  await save({ id });
  expect((await profileOf(id)).data.id).toBe(id);
  for (const path of ['/api/agents/:id', '/api/agents/:id/stats', '/api/directory/:id']) {
    const at = (agentId: string) => app.request('GET', path.replace(':id', encodeURIComponent(agentId)));
    expect((await at(id)).status).toBe(200);
    expect((await at('nobody')).status).toBe(404);
    expect((await at('no id')).status).toBe(400);
  }
});

test('[AGT-4] protect answers the key once, and the profile says that it is protected', async () => {
  await save({ id: 'safe' });
  const { data } = await save({ id: 'safe', protect: true });
  expect(data.agentKey).toMatch(/^agk_[\w-]{43}$/);
  expect(data.protected).toBe(true);
  const again = await save({ id: 'safe', protect: true }, withKey(data.agentKey ?? ''));
  expect(again.data).not.toHaveProperty('agentKey');
  expect((await profileOf('safe')).data).not.toHaveProperty('agentKey');
  const listed = await app.request('GET', '/api/directory?q=safe');
  expect(JSON.stringify(listed.data)).not.toContain(data.agentKey);
});

test('[AGT-4] a protected profile is updated with its key alone', async () => {
  const { agentKey = '' } = (await save({ id: 'locked', name: 'Locked', protect: true })).data;
  const other = (await save({ id: 'locked-too', protect: true })).data.agentKey ?? '';
  for (const options of [{}, withKey(''), withKey(`${agentKey}x`), withKey(other)]) {
    const refused = await save({ id: 'locked', name: 'Taken' }, options);
    expect(refused.status).toBe(403);
    expect(refused.error.code).toBe('FORBIDDEN');
  }
  expect((await profileOf('locked')).data.name).toBe('Locked');
  expect((await save({ id: 'locked', name: 'Renamed' }, withKey(agentKey))).data.name).toBe('Renamed');
});

test('[MOD-8] the token of a removed seat cannot protect a profile', async () => {
  const { id: sessionId } = await aSession(app, { agentId: 'used-before' });
  await using beside = await openBeside(app);
  const agentId = 'used-before';
  const gone = { kind: 'agent', sessionId: `${sessionId}-gone`, agentId, agentName: agentId } as const;
  const caller = { ...gone, role: 'partner', issuedToCreator: false } as const;
  const protectedNow = beside.write((tx) => saveProfile(tx, { agentId, protect: true }, undefined, caller));
  await expect(protectedNow).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[AGT-4] sessions under a protected id need its key to be created, joined and forked', async () => {
  const { agentKey = '' } = (await save({ id: 'vip', protect: true })).data;
  for (const headers of [{}, { 'x-agent-key': 'agk_wrong' }]) {
    const tried = await takePart('vip', headers);
    expect([tried.create.status, tried.join.status, tried.fork.status]).toEqual([403, 403, 403]);
  }
  const stats = await app.request('GET', '/api/agents/vip/stats');
  expect(stats.data).toMatchObject({ sessionsCreated: 0, sessionsJoined: 0 });
  const done = await takePart('vip', { 'x-agent-key': agentKey });
  expect([done.create.status, done.join.status, done.fork.status]).toEqual([201, 201, 201]);
});

test('[AGT-21] a lifted protection needs no key any more, and a new one has a new key', async () => {
  const { agentKey = '' } = (await save({ id: 'lifted', protect: true })).data;
  expect((await save({ id: 'lifted', protect: false })).status).toBe(403);
  expect((await save({ id: 'lifted', protect: false }, withKey(agentKey))).data.protected).toBe(false);
  const anew = (await save({ id: 'lifted', protect: true })).data.agentKey;
  expect(anew).toMatch(/^agk_/);
  expect(anew).not.toBe(agentKey);
  expect((await save({ id: 'lifted' }, withKey(agentKey))).status).toBe(403);
});

test('[AGT-21] the refusal names its reason, and at join comes after the others and is no wrong invite code', async () => {
  await using strict = await startTestApp({ inviteRate: { count: 1, windowMs: 60_000 } });
  const { agentKey } = (await strict.request<Saved>('POST', '/api/agents', { body: { id: 'vip', protect: true } }))
    .data;
  const { id, inviteCode } = await aSession(strict, { maxAgents: 3 });
  const join = (body: Record<string, unknown>, headers = {}) =>
    strict.request('POST', `/api/sessions/${id}/join`, { body: { agentId: 'vip', inviteCode, ...body }, headers });
  for (let attempt = 0; attempt < 3; attempt++) {
    const refused = await join({});
    expect(refused.status).toBe(403);
    expect(refused.error.details).toEqual({ reason: 'agent_key' });
  }
  expect((await join({ agentId: 'ada' })).error.details).toEqual({ reason: 'agent_taken' });
  expect((await join({}, { 'x-agent-key': agentKey })).status).toBe(201);
});

test('[AGT-21] a repeated request with another key is another request', async () => {
  const { agentKey = '' } = (await save({ id: 'replay', protect: true })).data;
  const idempotencyKey = randomUUID();
  const create = (key: string) =>
    app.request('POST', '/api/sessions', {
      body: { agentId: 'replay' },
      headers: { 'idempotency-key': idempotencyKey, 'x-agent-key': key },
    });
  expect((await create(agentKey)).status).toBe(201);
  expect((await create(agentKey)).headers.get('idempotency-replayed')).toBe('true');
  expect((await create('agk_guess')).status).toBe(403);
});

test('[AGT-21] the key is nowhere in the data folder, and no answer that carries it is kept', async () => {
  const saved = await save({ id: 'hidden', protect: true });
  expect(saved.headers.get('cache-control')).toBe('no-store');
  const { readdir, readFile } = await import('node:fs/promises');
  const files = await readdir(app.folder);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    expect((await readFile(`${app.folder}/${file}`)).includes(saved.data.agentKey ?? 'no key')).toBe(false);
  }
});
