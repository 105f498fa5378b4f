import { cases } from '@pairspace/testkit/cases';
import type { DirectoryEntry, Rating, Session } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { type RequestOptions, startTestApp, type TestApp } from '../testing/test-app.ts';

type Entry = DirectoryEntry & { ratings: Rating[] };

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const aProfile = async (): Promise<string> => {
  const agentId = `rated-${String(++count)}`;
  await app.request('POST', '/api/agents', { body: { agentId } });
  return agentId;
};
const rate = (agentId: string, body: Record<string, unknown>, options: Omit<RequestOptions, 'body'> = {}) =>
  app.request<Rating>('POST', `/api/directory/${agentId}/rate`, { ...options, body });
const entryOf = async (agentId: string) => (await app.request<Entry>('GET', `/api/directory/${agentId}`)).data;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** A session of two new agents. */
const aPair = async () => {
  const creatorId = `maker-${String(++count)}`;
  const fixture = await aSession(app, { agentId: creatorId });
  return { ...fixture, creatorId };
};

test('[AGT-11] a rating is 201 with its shape; score is also called rating', async () => {
  const agentId = await aProfile();
  const rated = await rate(agentId, { score: 4, comment: 'Quick.', raterId: 'someone' });
  expect(rated.status).toBe(201);
  expect(rated.data).toEqual({
    id: expect.stringMatching(/^rat_[0-9a-z]{28}$/) as string,
    agentId,
    score: 4,
    comment: 'Quick.',
    verified: false,
    raterId: 'someone',
    sessionId: null,
    createdAt: new Date(app.clock.now()).toISOString(),
  });
  expect((await rate(agentId, { rating: 2 })).data).toMatchObject({ score: 2, comment: null, raterId: null });
});

test.each([
  ['no score', {}, 400],
  ['score 0', { score: 0 }, 400],
  ['score 6', { score: 6 }, 400],
  ['half a score', { score: 3.5 }, 400],
  ['score as text', { score: '5' }, 400],
  ['two scores', { score: 5, rating: 1 }, 400],
  ['an empty raterId', { score: 5, raterId: '' }, 400],
  ['comment over 2 KB', { score: 5, comment: 'é'.repeat(1025) }, 413],
])('[AGT-11] %s is refused and leaves nothing', async (_, body, status) => {
  const agentId = await aProfile();
  const refused = await rate(agentId, body);
  expect(refused.status).toBe(status);
  if (status === 413) expect(refused.error.details).toEqual({ limitBytes: 2048 });
  expect((await entryOf(agentId)).rating.count).toBe(0);
});

test('[AGT-11] [AGT-15] an agent without a profile cannot be rated: 404, also by who was with it in private', async () => {
  expect((await rate('nobody', { score: 5 })).status).toBe(404);
  const agentId = `hidden-${String(++count)}`;
  const created = await app.request<{ session: Session }>('POST', '/api/sessions', {
    body: { agentId, visibility: 'private' },
  });
  const { id, inviteCode } = created.data.session;
  const joined = await app.request<{ agentToken: string }>('POST', `/api/sessions/${id}/join`, {
    body: { inviteCode },
  });
  expect((await rate(agentId, { score: 5 }, { token: joined.data.agentToken })).status).toBe(404);
});

test('[AGT-12] the token of a session in which the agent took part verifies; a second rating replaces the first', async () => {
  const { id, creatorId, tokens } = await aPair();
  const first = await rate(creatorId, { score: 2, comment: 'Slow.' }, { token: tokens.partner });
  expect(first.data).toMatchObject({ verified: true, raterId: 'bob', sessionId: id });
  const second = await rate(creatorId, { score: 5, sessionId: id }, { token: tokens.partner });
  expect(second.status).toBe(201);
  const { rating, ratings } = await entryOf(creatorId);
  expect(ratings).toEqual([second.data]);
  expect(rating).toEqual({
    average: 5,
    count: 1,
    verifiedAverage: 5,
    verifiedCount: 1,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 },
  });
});

test('[AGT-12] another session of the same two is another verified rating', async () => {
  const { creatorId, tokens } = await aPair();
  const again = await aSession(app, { agentId: creatorId });
  await rate(creatorId, { score: 2 }, { token: tokens.partner });
  await rate(creatorId, { score: 4 }, { token: again.tokens.partner });
  expect((await entryOf(creatorId)).rating).toMatchObject({ verifiedCount: 2, verifiedAverage: 3 });
});

test('[AGT-26] a token of a session in which the agent took no part does not verify, but names the rater', async () => {
  const agentId = await aProfile();
  const { tokens } = await aPair();
  const given = await rate(agentId, { score: 3, raterId: 'pretended' }, { token: tokens.partner });
  expect(given.data).toMatchObject({ verified: false, raterId: 'bob', sessionId: null });
});

test('[AGT-26] an observer rates unverified, as does an agent for a session that its token is not of', async () => {
  const { id, creatorId, tokens } = await aPair();
  const other = await aPair();
  for (const token of [tokens.observer, tokens.walkIn]) {
    expect((await rate(creatorId, { score: 4, raterId: 'looker' }, { token })).data).toMatchObject({
      verified: false,
      raterId: 'looker',
      sessionId: null,
    });
  }
  const elsewhere = await rate(creatorId, { score: 4, sessionId: other.id }, { token: tokens.partner });
  expect(elsewhere.data).toMatchObject({ verified: false, raterId: 'bob', sessionId: null });
  expect((await rate(creatorId, { score: 4, sessionId: id })).data.sessionId).toBeNull();
});

test('[AGT-13] nobody rates itself', async () => {
  const { creatorId, tokens } = await aPair();
  const agentId = await aProfile();
  for (const refused of [
    await rate(creatorId, { score: 5 }, { token: tokens.creator }),
    await rate(creatorId, { score: 5, raterId: 'other' }, { token: tokens.creator }),
    await rate(agentId, { score: 5, raterId: agentId }),
  ]) {
    expect(refused.status).toBe(409);
    expect(refused.error.details).toEqual({ reason: 'self_rating' });
  }
  expect((await entryOf(creatorId)).rating.count).toBe(0);
});

test('[AGT-14] without a token there is one rating for each raterId, or else for each address', async () => {
  const agentId = await aProfile();
  const verified = async () => (await entryOf(agentId)).rating.verifiedCount;
  await rate(agentId, { score: 1, raterId: 'one' }, from('192.0.2.1'));
  await rate(agentId, { score: 3, raterId: 'one' }, from('192.0.2.2'));
  await rate(agentId, { score: 5, raterId: 'two' }, from('192.0.2.1'));
  expect((await entryOf(agentId)).rating).toMatchObject({ count: 2, average: 4 });
  await rate(agentId, { score: 1 }, from('192.0.2.1'));
  await rate(agentId, { score: 2 }, from('192.0.2.1'));
  await rate(agentId, { score: 2 }, from('192.0.2.2'));
  expect((await entryOf(agentId)).rating).toMatchObject({ count: 4, distribution: { 1: 0, 2: 2, 3: 1, 4: 0, 5: 1 } });
  expect(await verified()).toBe(0);
});

test('[AGT-14] the address is told to nobody', async () => {
  const agentId = await aProfile();
  const answered = await rate(agentId, { score: 1 }, from('198.51.100.77'));
  const told = JSON.stringify([answered.data, await entryOf(agentId)]);
  expect(told).not.toContain('198.51.100.77');
  expect((await entryOf(agentId)).ratings[0]?.raterId).toBeNull();
});

test('[AGT-25] verified ratings are counted apart; an average without ratings is null', async () => {
  const { creatorId, tokens } = await aPair();
  expect((await entryOf(creatorId)).rating).toEqual({
    average: null,
    count: 0,
    verifiedAverage: null,
    verifiedCount: 0,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
  });
  await rate(creatorId, { score: 5, raterId: 'x' });
  expect((await entryOf(creatorId)).rating).toMatchObject({ average: 5, verifiedAverage: null });
  await rate(creatorId, { score: 2 }, { token: tokens.partner });
  expect((await entryOf(creatorId)).rating).toEqual({
    average: 3.5,
    count: 2,
    verifiedAverage: 2,
    verifiedCount: 1,
    distribution: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 },
  });
});

test('[AGT-10] an entry shows the newest 20 ratings, newest first', async () => {
  const agentId = await aProfile();
  const given: string[] = [];
  for (let rater = 0; rater < 22; rater++) {
    app.clock.advance(1);
    given.push((await rate(agentId, { score: 5, raterId: `r${String(rater)}` })).data.id);
  }
  app.clock.advance(1);
  const { data: again } = await rate(agentId, { score: 1, raterId: 'r5' });
  const shown = (await entryOf(agentId)).ratings;
  const kept = given.filter((_, index) => index !== 5);
  expect(shown.map(({ id }) => id)).toEqual([again.id, ...kept.reverse().slice(0, 19)]);
  expect((await entryOf(agentId)).rating.count).toBe(22);
});

test('[AGT-20] who was in a session is told only while that session is public', async () => {
  const { id, creatorId, creator, tokens } = await aPair();
  await rate(creatorId, { score: 5, comment: 'Good.' }, { token: tokens.partner });
  const shown = async () => (await entryOf(creatorId)).ratings[0];
  expect(await shown()).toMatchObject({ verified: true, raterId: 'bob', sessionId: id, comment: 'Good.' });

  await creator('POST', '/visibility', { body: { visibility: 'private' } });
  expect(await shown()).toMatchObject({ verified: true, raterId: null, sessionId: null, comment: 'Good.' });
  const again = await rate(creatorId, { score: 4 }, { token: tokens.partner });
  expect(again.data).toMatchObject({ raterId: 'bob', sessionId: id });
  expect(JSON.stringify(await entryOf(creatorId))).not.toContain(id);

  await creator('POST', '/visibility', { body: { visibility: 'public' } });
  expect(await shown()).toMatchObject({ raterId: 'bob', sessionId: id });
  await creator('DELETE', '');
  expect(await shown()).toMatchObject({ verified: true, raterId: null, sessionId: null });
  expect((await entryOf(creatorId)).rating).toMatchObject({ verifiedCount: 1, verifiedAverage: 4 });
});

test('[AGT-25] after any ratings the sums are those of the ratings that are there', async () => {
  const { creatorId, tokens } = await aPair();
  const raters = [undefined, 'a', 'b', 'c', 'verified'] as const;
  const latest = new Map<string | undefined, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...raters), fc.integer({ min: 1, max: 5 }), async (rater, score) => {
      if (rater === 'verified') await rate(creatorId, { score }, { token: tokens.partner });
      else await rate(creatorId, { score, ...(rater && { raterId: rater }) });
      latest.set(rater, score);
      const scores = [...latest.values()];
      const { rating } = await entryOf(creatorId);
      expect(rating.count).toBe(scores.length);
      expect(rating.average).toBeCloseTo(scores.reduce((sum, one) => sum + one, 0) / scores.length, 10);
      expect(rating.verifiedAverage).toBe(latest.get('verified') ?? null);
      for (const one of [1, 2, 3, 4, 5] as const) {
        expect(rating.distribution[one]).toBe(scores.filter((given) => given === one).length);
      }
    }),
    { numRuns: cases(15) },
  );
});
