import type { AgentStats, DirectoryEntry, DirectorySort, Profile } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

interface Listed<T = DirectoryEntry> {
  items: T[];
  nextCursor: string | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const save = (on: TestApp, body: Record<string, unknown>) => on.request<Profile>('POST', '/api/agents', { body });
const list = async <T = DirectoryEntry>(on: TestApp, path: string, query: Record<string, string> = {}) =>
  on.request<Listed<T>>('GET', `${path}?${new URLSearchParams(query).toString()}`);
const idsIn = async (on: TestApp, path: string, query: Record<string, string> = {}) =>
  (await list(on, path, query)).data.items.map(({ id }) => id);

test('[AGT-5] [AGT-23] profiles are listed by name in any case, then by id, a page at a time', async () => {
  await using own = await startTestApp();
  for (const [agentId, name] of [
    ['z', 'alpha'],
    ['b', 'Beta'],
    ['a', 'beta'],
    ['c', 'Gamma'],
    ['d', 'ALPHA'],
  ]) {
    await save(own, { agentId, name });
  }
  expect(await idsIn(own, '/api/agents')).toEqual(['d', 'z', 'a', 'b', 'c']);
  const first = await list<Profile>(own, '/api/agents', { limit: '2' });
  expect(first.data.items[0]).toEqual((await own.request('GET', '/api/agents/d')).data);
  const second = await list(own, '/api/agents', { limit: '2', cursor: first.data.nextCursor ?? '' });
  expect(second.data.items.map(({ id }) => id)).toEqual(['a', 'b']);
  const third = await list(own, '/api/agents', { limit: '2', cursor: second.data.nextCursor ?? '' });
  expect(third.data.items.map(({ id }) => id)).toEqual(['c']);
  expect(third.data.nextCursor).toBeNull();
});

test('[AGT-17] words are found inside names and ids, and where words of descriptions begin', async () => {
  await using own = await startTestApp();
  await save(own, { agentId: 'ci-bot:7', name: 'Straße TypeScript', description: 'Reviews pull requests. 漢字を書く' });
  await save(own, { agentId: 'other', name: 'Ötzi', description: 'nothing' });
  const found = async (q: string) => (await idsIn(own, '/api/agents', { q })).includes('ci-bot:7');
  for (const q of [
    'script',
    'TYPES',
    'bot',
    'ci-bot:7',
    'straße',
    'review',
    'pull req',
    'requests reviews',
    '字を',
    'b 7',
  ]) {
    expect({ q, found: await found(q) }).toEqual({ q, found: true });
  }
  for (const q of ['eviews', 'script absent', 'ts', 'nothing', '🤖', '%', '字漢']) {
    expect({ q, found: await found(q) }).toEqual({ q, found: false });
  }
  expect(await idsIn(own, '/api/agents', { q: 'ÖTZI' })).toEqual(['other']);
  expect(await idsIn(own, '/api/agents', { q: 'o\u0308tzi' })).toEqual(['other']);
  expect(await idsIn(own, '/api/agents', { q: '  ' })).toHaveLength(2);
});

test('[AGT-17] a profile is found by what it says now', async () => {
  await save(app, { agentId: 'changing', name: 'Oldname', description: 'quondam' });
  await save(app, { agentId: 'changing', name: 'Newname', description: 'hodiernal' });
  for (const q of ['oldname', 'quondam']) expect(await idsIn(app, '/api/agents', { q })).toEqual([]);
  for (const q of ['newname', 'hodiernal', 'changing'])
    expect(await idsIn(app, '/api/agents', { q })).toEqual(['changing']);
});

test('[AGT-17] a search of more than eight words is refused, repeats counted once', async () => {
  expect((await list(app, '/api/agents', { q: 'a b c d e f g h i' })).status).toBe(400);
  expect((await list(app, '/api/directory', { q: 'a b c d e f g h A B' })).status).toBe(200);
});

test('[AGT-5] [AGT-8] capability is found whole, in any case', async () => {
  await save(app, { agentId: 'reviewer', capabilities: ['Code Review', 'go'] });
  await save(app, { agentId: 'gopher', capabilities: ['golang'] });
  for (const path of ['/api/agents', '/api/directory']) {
    expect(await idsIn(app, path, { capability: 'code review' })).toEqual(['reviewer']);
    expect(await idsIn(app, path, { capability: 'GO' })).toEqual(['reviewer']);
    expect(await idsIn(app, path, { capability: 'code' })).toEqual([]);
  }
  await save(app, { agentId: 'reviewer', capabilities: ['rust'] });
  expect(await idsIn(app, '/api/directory', { capability: 'go' })).toEqual([]);
});

test('[AGT-8] an entry is the profile with stats and rating', async () => {
  await aSession(app, { agentId: 'whole' });
  await app.request('POST', '/api/directory/whole/rate', { body: { score: 4 } });
  const [item] = (await list(app, '/api/directory', { q: 'whole' })).data.items;
  const { stats, rating, ...profile } = item ?? {};
  expect(profile).toEqual((await app.request('GET', '/api/agents/whole')).data);
  expect(stats).toEqual((await app.request<AgentStats>('GET', '/api/agents/whole/stats')).data);
  expect(rating).toMatchObject({ average: 4, count: 1 });
  const { data } = await app.request<{ ratings: unknown[] }>('GET', '/api/directory/whole');
  expect(data).toEqual({ ...item, ratings: data.ratings });
  expect(data.ratings).toHaveLength(1);
});

test('[AGT-19] online are those that were active in the last 60 seconds', async () => {
  await using own = await startTestApp();
  await save(own, { agentId: 'earlier' });
  own.clock.advance(60_000);
  await save(own, { agentId: 'later' });
  const online = (online: string) => idsIn(own, '/api/directory', { online, sort: 'name' });
  expect(await online('true')).toEqual(['earlier', 'later']);
  own.clock.advance(1);
  expect(await online('true')).toEqual(['later']);
  expect(await online('false')).toEqual(['earlier']);
  expect((await list(own, '/api/directory', { online: 'perhaps' })).status).toBe(400);
});

test('[AGT-19] online are those that send heartbeats in a session that is public now', async () => {
  await using own = await startTestApp();
  const { creator, session } = await aSession(own, { agentId: 'quiet' });
  const online = () => idsIn(own, '/api/directory', { online: 'true', sort: 'name' });
  const others = () => idsIn(own, '/api/directory', { online: 'false', sort: 'name' });
  own.clock.advance(70_000);
  expect(await online()).toEqual([]);
  const beat = await creator('POST', '/presence', { body: {} });
  expect(beat.status).toBe(200);
  expect(await online()).toEqual(['quiet']);
  expect(await others()).toEqual(['bob']);

  await creator('POST', '/visibility', { body: { visibility: 'private' } });
  expect(await online()).toEqual([]);
  expect(await others()).toEqual(['bob', 'quiet']);
  await creator('POST', '/visibility', { body: { visibility: 'public' } });
  own.clock.advance(59_999);
  await creator('POST', '/presence', { body: {} });
  own.clock.advance(59_999);
  expect(await online()).toEqual(['quiet']);
  own.clock.advance(1);
  expect(await online()).toEqual([]);
  expect(session.visibility).toBe('public');
});

/** A service with rated agents, each with the scores of strangers and of a partner. */
const rated = async (agents: Record<string, [unverified: number[], verified?: number]>): Promise<TestApp> => {
  const own = await startTestApp();
  for (const [agentId, [unverified, verified]] of Object.entries(agents)) {
    const { tokens } = await aSession(own, { agentId });
    const path = `/api/directory/${agentId}/rate`;
    for (const [index, score] of unverified.entries()) {
      await own.request('POST', path, { body: { score, raterId: `r${String(index)}` } });
    }
    if (verified) await own.request('POST', path, { body: { score: verified }, token: tokens.partner });
  }
  return own;
};

test('[AGT-24] verified ratings sort before all others, then averages, then how many there are', async () => {
  await using own = await rated({
    loved: [[5, 5, 5, 5]],
    liked: [[4, 5]],
    'liked-more': [[4, 5, 4, 5]],
    proven: [[1, 1, 1], 4],
    'proven-bad': [[5, 5, 5], 1],
    'proven-best': [[], 5],
  });
  const order = ['proven-best', 'proven', 'proven-bad', 'loved', 'liked-more', 'liked', 'bob'];
  expect(await idsIn(own, '/api/directory', { sort: 'rating' })).toEqual(order);
  expect(await idsIn(own, '/api/directory')).toEqual(order);
});

test('[AGT-24] minRating is held against the verified average, or the average where there is none', async () => {
  await using own = await rated({ a: [[5, 5], 3], b: [[4, 5]], c: [[1], 5], d: [[]] });
  const from = (minRating: string) => idsIn(own, '/api/directory', { minRating, sort: 'name' });
  expect(await from('0')).toEqual(['a', 'b', 'bob', 'c', 'd']);
  expect(await from('3')).toEqual(['a', 'b', 'c']);
  expect(await from('4.5')).toEqual(['b', 'c']);
  expect(await from('4.501')).toEqual(['c']);
  expect(await from('5')).toEqual(['c']);
  for (const minRating of ['6', '5.1', '-1', 'x', '']) {
    expect((await list(own, '/api/directory', { minRating })).status).toBe(400);
  }
});

test('[AGT-23] recent and sessions sort the largest first, and by id where they are the same', async () => {
  await using own = await startTestApp();
  for (const agentId of ['a', 'b', 'c']) await save(own, { agentId });
  own.clock.advance(1000);
  await own.request('POST', '/api/sessions', { body: { agentId: 'b' } });
  await own.request('POST', '/api/sessions', { body: { agentId: 'b', visibility: 'private' } });
  await own.request('POST', '/api/sessions', { body: { agentId: 'c' } });
  own.clock.advance(1000);
  await own.request('POST', '/api/sessions', { body: { agentId: 'c' } });
  expect(await idsIn(own, '/api/directory', { sort: 'recent' })).toEqual(['c', 'b', 'a']);
  expect(await idsIn(own, '/api/directory', { sort: 'sessions' })).toEqual(['c', 'b', 'a']);
  await save(own, { agentId: 'a' });
  expect(await idsIn(own, '/api/directory', { sort: 'recent' })).toEqual(['c', 'a', 'b']);
  expect((await list(own, '/api/directory', { sort: 'luck' })).status).toBe(400);
});

test('[AGT-23] [API-18] a cursor belongs to its list and its sort', async () => {
  await save(app, { agentId: 'p1' });
  await save(app, { agentId: 'p2' });
  const sorts = ['rating', 'recent', 'sessions', 'name'] as const;
  const cursors = new Map<string, string>();
  for (const sort of sorts) {
    const { data } = await list(app, '/api/directory', { sort, limit: '1' });
    cursors.set(sort, data.nextCursor ?? '');
  }
  const agents = (await list(app, '/api/agents', { limit: '1' })).data.nextCursor ?? '';
  for (const sort of sorts) {
    for (const [of, cursor] of cursors) {
      const { status } = await list(app, '/api/directory', { sort, cursor });
      expect({ sort, of, status }).toEqual({ sort, of, status: of === sort ? 200 : 400 });
    }
    expect((await list(app, '/api/directory', { sort, cursor: agents })).status).toBe(400);
  }
  for (const cursor of ['', 'x', Buffer.from('["directory-by-name",1,"a"]').toString('base64url')]) {
    expect((await list(app, '/api/directory', { sort: 'name', cursor })).status).toBe(400);
  }
});

interface KnownAgent {
  id: string;
  name: string;
  capabilities: string[];
  scores: number[];
  sessions: number;
}

/** The expected answer, computed without an index. */
const expectedIds = (
  known: readonly KnownAgent[],
  sort: DirectorySort,
  wanted: { capability?: string; q?: string },
): string[] => {
  const average = ({ scores }: KnownAgent) =>
    scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const byId = (a: KnownAgent, b: KnownAgent) => (a.id < b.id ? -1 : 1);
  const compare: Record<DirectorySort, (a: KnownAgent, b: KnownAgent) => number> = {
    rating: (a, b) => average(b) - average(a) || b.scores.length - a.scores.length || byId(b, a),
    recent: (a, b) => byId(b, a),
    sessions: (a, b) => b.sessions - a.sessions || byId(b, a),
    name: (a, b) => (a.name === b.name ? byId(a, b) : a.name < b.name ? -1 : 1),
  };
  return known
    .filter(({ capabilities }) => !wanted.capability || capabilities.includes(wanted.capability))
    .filter(({ id, name }) => !wanted.q || name.includes(wanted.q) || id.includes(wanted.q))
    .toSorted(compare[sort])
    .map(({ id }) => id);
};

test('[AGT-8] [AGT-23] every sort with every filter, paged, shows each agent that passes once and in order', async () => {
  await using own = await startTestApp();
  const random = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 8, maxLength: 8 }), { numRuns: 40, seed: 7 });
  const known: KnownAgent[] = [];
  for (const [index, [name = 0, tag = 0, first = 0, second = 0, third = 0, sessions = 0]] of random.entries()) {
    const agent: KnownAgent = {
      id: `agent-${String(index).padStart(2, '0')}`,
      name: ['ada', 'bob', 'cyd', 'dee'][name % 4] ?? '',
      capabilities: ['red', 'green', 'blue'].slice(0, tag % 4),
      scores: [first, second, third].slice(0, first % 4).map((score) => 1 + (score % 5)),
      sessions: sessions % 3,
    };
    known.push(agent);
    await save(own, { agentId: agent.id, name: agent.name, capabilities: agent.capabilities });
    for (const [rater, score] of agent.scores.entries()) {
      await own.request('POST', `/api/directory/${agent.id}/rate`, { body: { score, raterId: `r${String(rater)}` } });
    }
    for (let session = 0; session < agent.sessions; session++) {
      await own.request('POST', '/api/sessions', { body: { agentId: agent.id } });
    }
  }
  for (const sort of ['rating', 'recent', 'sessions', 'name'] as const) {
    for (const wanted of [{}, { capability: 'green' }, { q: 'b' }, { q: 'gent', capability: 'red' }, { q: '3' }]) {
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = { sort, limit: '3', ...wanted, ...(cursor !== null && { cursor }) };
        const { data } = await list(own, '/api/directory', query);
        expect(data.items.length).toBeLessThanOrEqual(3);
        paged.push(...data.items.map(({ id }) => id));
        expect(paged.length).toBeLessThanOrEqual(known.length);
        cursor = data.nextCursor;
      } while (cursor !== null);
      expect({ sort, wanted, ids: paged }).toEqual({ sort, wanted, ids: expectedIds(known, sort, wanted) });
    }
  }
});
