import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ResultOf, Endpoints } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { fieldsOf, pagesOf, rule, together } from '../kit.ts';

/** An id that no other rule uses. It serves as the name as well. */
const newId = (): string => `agent-${randomUUID()}`;

const at = (agentId: string) => ({ params: { agentId } });

const withKey = (key: string | undefined) => ({ headers: { 'x-agent-key': key ?? '' } });

type Entry = ResultOf<Endpoints['listDirectory']>['items'][number];

const listed = async (nobody: Caller, query: Record<string, string | number>): Promise<Entry[]> =>
  (await nobody.ok('listDirectory', { query })).items;

rule('AGT-2', 'a profile is made, 201, and changed, 200', async ({ nobody }) => {
  const agentId = newId();
  const made = await nobody.success('saveProfile', { body: { agentId, name: 'Ada', capabilities: ['proofs'] } });
  equal(made.status, 201);
  const changed = await nobody.success('saveProfile', { body: { id: agentId, description: 'Proves.' } });
  equal(changed.status, 200);
  deepEqual(
    { ...changed.data, description: '', lastActiveAt: '', updatedAt: '' },
    { ...made.data, lastActiveAt: '', updatedAt: '' },
  );
  deepEqual(await nobody.ok('getAgent', at(agentId)), changed.data);
});

rule('AGT-2', 'an id or a name is needed', async ({ nobody }) => {
  await nobody.refused('VALIDATION_ERROR', 'saveProfile', { body: { description: 'nobody' } });
  const id = newId();
  equal((await nobody.ok('saveProfile', { body: { id } })).name, id);
  equal((await nobody.ok('saveProfile', { body: { agentName: id } })).id, id);
});

rule('AGT-3', 'a public session makes bare profiles, a private one none', async ({ aSession, nobody }) => {
  const [open, hidden] = [newId(), newId()];
  await aSession({ agentId: open, agentName: 'Open' });
  equal((await nobody.ok('getAgent', at(open))).name, 'Open');
  const { session, agentToken } = await nobody.ok('createSession', {
    body: { agentId: hidden, visibility: 'private' },
  });
  await nobody.refused('NOT_FOUND', 'getAgent', at(hidden));
  await nobody
    .in(session.id)
    .as(agentToken)
    .ok('setVisibility', { body: { visibility: 'public' } });
  equal((await nobody.ok('getAgentStats', at(hidden))).sessionsCreated, 1);
});

rule('AGT-4', 'a protected id is acted under with its key alone', async ({ aSession, nobody }) => {
  const agentId = newId();
  const { agentKey } = await nobody.ok('saveProfile', { body: { agentId, protect: true } });
  ok(agentKey, 'the key is answered');
  const { creator, stranger, inviteCode } = await aSession({ maxAgents: 4 });
  const calls = [
    [nobody, 'saveProfile', { agentId, name: 'Taken' }],
    [nobody, 'createSession', { agentId }],
    [stranger, 'joinSession', { agentId, inviteCode }],
    [creator, 'forkSession', { agentId }],
  ] as const;
  for (const [caller, name, body] of calls) {
    await caller.refused('FORBIDDEN', name, { body });
    await caller.refused('FORBIDDEN', name, { body, ...withKey(`${agentKey}x`) });
    await caller.ok(name, { body, ...withKey(agentKey) });
  }
  const again = await nobody.ok('saveProfile', { body: { agentId, protect: true }, ...withKey(agentKey) });
  equal(again.agentKey, undefined);
  equal((await nobody.ok('getAgent', at(agentId))).protected, true);
});

rule('AGT-5', 'profiles are found by words and by capability', async ({ nobody }) => {
  const [agentId, capability] = [newId(), newId()];
  await nobody.ok('saveProfile', { body: { agentId, description: 'Juggles zeppelins', capabilities: [capability] } });
  for (const query of [{ q: agentId }, { q: `ZEPP ${agentId}` }, { capability: capability.toUpperCase() }]) {
    deepEqual(fieldsOf((await nobody.ok('listAgents', { query })).items, 'id'), [agentId]);
  }
  deepEqual((await nobody.ok('listAgents', { query: { q: `${agentId} eppelins` } })).items, []);
});

rule('AGT-6', 'the statistics count what an agent did', async ({ aSession, nobody }) => {
  const agentId = newId();
  const { creator } = await aSession({ agentId });
  await creator.ok('postMessage', { body: { content: 'one' } });
  await creator.ok('postMessage', { body: { content: 'two' } });
  await creator.ok('createNote', { body: { title: 'Plan' } });
  await creator.ok('writeFile', { body: { path: 'a', content: 'x' } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  const { lastActiveAt, ...stats } = await nobody.ok('getAgentStats', at(agentId));
  deepEqual(stats, {
    agentId,
    sessionsCreated: 1,
    sessionsJoined: 0,
    sessionsCompleted: 1,
    messagesSent: 2,
    notesEdited: 1,
    filesWritten: 1,
    tasksDone: 0,
    jobsSubmitted: 0,
    creditsUsed: 0,
    collaborators: 1,
  });
  equal((await nobody.ok('getAgent', at(agentId))).lastActiveAt, lastActiveAt);
});

rule('AGT-22', 'a session counts while it is public, and not when it is gone', async ({ aSession, nobody }) => {
  const agentId = newId();
  const { creator } = await aSession({ agentId });
  const counts = async () => {
    const { sessionsCreated, messagesSent, collaborators } = await nobody.ok('getAgentStats', at(agentId));
    return [sessionsCreated, messagesSent, collaborators];
  };
  await creator.ok('postMessage', { body: { content: 'seen' } });
  deepEqual(await counts(), [1, 1, 1]);
  await creator.ok('setVisibility', { body: { visibility: 'private' } });
  await creator.ok('postMessage', { body: { content: 'hidden' } });
  deepEqual(await counts(), [0, 0, 0]);
  await creator.ok('setVisibility', { body: { visibility: 'public' } });
  deepEqual(await counts(), [1, 2, 1]);
  await creator.ok('deleteSession');
  deepEqual(await counts(), [0, 0, 0]);
});

rule('AGT-8', 'entries are profiles with stats and rating; filters keep what they say', async ({ nobody }) => {
  const [agentId, capability] = [newId(), newId()];
  const profile = await nobody.ok('saveProfile', { body: { agentId, capabilities: [capability] } });
  await nobody.ok('rateAgent', { ...at(agentId), body: { score: 4 } });
  const [entry] = await listed(nobody, { capability });
  const { stats, rating, ...rest } = entry ?? {};
  deepEqual(rest, profile);
  deepEqual(stats, await nobody.ok('getAgentStats', at(agentId)));
  equal(rating?.average, 4);
  for (const [filter, passes] of [
    [{ minRating: 4 }, true],
    [{ minRating: 4.1 }, false],
    [{ online: 'true' }, true],
    [{ online: 'false' }, false],
    [{ q: agentId }, true],
    [{ q: newId() }, false],
  ] as const) {
    equal((await listed(nobody, { capability, ...filter })).length, passes ? 1 : 0, JSON.stringify(filter));
  }
});

rule('AGT-24', 'verified ratings come before all others', async ({ aSession, nobody }) => {
  const [capability, proven, loved, unknown] = [newId(), newId(), newId(), newId()];
  const { partner } = await aSession({ agentId: proven });
  for (const agentId of [proven, loved, unknown]) {
    await nobody.ok('saveProfile', { body: { agentId, capabilities: [capability] } });
  }
  await partner.ok('rateAgent', { ...at(proven), body: { score: 2 } });
  await nobody.ok('rateAgent', { ...at(loved), body: { score: 5 } });
  const order = (await listed(nobody, { capability, sort: 'rating' })).map(({ id }) => id);
  deepEqual(order, [proven, loved, unknown]);
});

rule('AGT-10', 'an entry has its newest 20 ratings', async ({ nobody }) => {
  const agentId = newId();
  await nobody.ok('saveProfile', { body: { agentId } });
  await together(
    Array.from({ length: 22 }, (_, rater) => `rater-${String(rater)}`),
    (raterId) => nobody.ok('rateAgent', { ...at(agentId), body: { score: 3, raterId } }),
  );
  const newest = await nobody.ok('rateAgent', { ...at(agentId), body: { score: 5, comment: 'Last.', raterId: 'z' } });
  const { ratings, rating } = await nobody.ok('getDirectoryEntry', at(agentId));
  equal(ratings.length, 20);
  const told = ratings.find(({ id }) => id === newest.id);
  deepEqual(told, newest);
  equal(rating.count, 23);
});

rule('AGT-11', 'a rating has a score, by one of two names', async ({ nobody }) => {
  const agentId = newId();
  await nobody.ok('saveProfile', { body: { agentId } });
  await nobody.refused('VALIDATION_ERROR', 'rateAgent', { ...at(agentId), body: { score: 1, rating: 2 } });
  match((await nobody.ok('rateAgent', { ...at(agentId), body: { rating: 5 } })).id, /^rat_/);
});

rule('AGT-12', 'a token of a session together verifies, once', async ({ aSession, nobody }) => {
  const agentId = newId();
  const { id, partner } = await aSession({ agentId });
  const first = await partner.ok('rateAgent', { ...at(agentId), body: { score: 1 } });
  deepEqual([first.verified, first.sessionId, first.raterId], [true, id, 'bob']);
  const second = await partner.ok('rateAgent', { ...at(agentId), body: { score: 5 } });
  notEqual(second.id, first.id);
  const { rating, ratings } = await nobody.ok('getDirectoryEntry', at(agentId));
  deepEqual([rating.verifiedCount, rating.verifiedAverage, rating.count], [1, 5, 1]);
  deepEqual(ratings, [second]);
});

rule('AGT-13', 'nobody rates itself', async ({ aSession, nobody }) => {
  const agentId = newId();
  const { creator } = await aSession({ agentId });
  await creator.conflict('self_rating', 'rateAgent', { ...at(agentId), body: { score: 5 } });
  await nobody.conflict('self_rating', 'rateAgent', { ...at(agentId), body: { score: 5, raterId: agentId } });
});

rule('AGT-14', 'without a token there is one rating for each raterId', async ({ nobody }) => {
  const agentId = newId();
  await nobody.ok('saveProfile', { body: { agentId } });
  for (const score of [1, 3]) {
    const rating = await nobody.ok('rateAgent', { ...at(agentId), body: { score, raterId: 'one' } });
    equal(rating.verified, false);
  }
  await nobody.ok('rateAgent', { ...at(agentId), body: { score: 5, raterId: 'two' } });
  const { rating } = await nobody.ok('getDirectoryEntry', at(agentId));
  deepEqual([rating.count, rating.average, rating.verifiedCount, rating.verifiedAverage], [2, 4, 0, null]);
});

rule('AGT-14', 'and one for each address where there is no raterId', async ({ elsewhere, nobody }) => {
  const agentId = newId();
  await nobody.ok('saveProfile', { body: { agentId } });
  for (const score of [1, 2]) await nobody.ok('rateAgent', { ...at(agentId), body: { score } });
  await nobody.from(elsewhere()).ok('rateAgent', { ...at(agentId), body: { score: 4 } });
  const { rating, ratings } = await nobody.ok('getDirectoryEntry', at(agentId));
  deepEqual([rating.count, rating.average], [2, 3]);
  ok(ratings.every(({ raterId }) => raterId === null));
});

rule('AGT-20', 'who was in a private session is told to nobody', async ({ aSession, nobody }) => {
  const agentId = newId();
  const { id, creator, partner } = await aSession({ agentId });
  await partner.ok('rateAgent', { ...at(agentId), body: { score: 4 } });
  await creator.ok('setVisibility', { body: { visibility: 'private' } });
  const entry = await nobody.ok('getDirectoryEntry', at(agentId));
  deepEqual(fieldsOf(entry.ratings, 'verified', 'raterId', 'sessionId'), [[true, null, null]]);
  ok(!JSON.stringify(entry).includes(id));
  equal(entry.rating.verifiedCount, 1);
});

rule('AGT-23', 'a directory is read through in every order, each agent once', async ({ nobody }) => {
  const capability = newId();
  const ids = Array.from({ length: 7 }, newId);
  for (const agentId of ids) await nobody.ok('saveProfile', { body: { agentId, capabilities: [capability] } });
  for (const sort of ['rating', 'recent', 'sessions', 'name']) {
    const read = (at: object) => nobody.ok('listDirectory', { query: { capability, sort, limit: 3, ...at } });
    const seen = (await pagesOf(read)).flat().map(({ id }) => id);
    deepEqual(seen.toSorted(), ids.toSorted(), sort);
  }
});
