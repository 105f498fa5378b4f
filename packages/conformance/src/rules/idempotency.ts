import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import { actsSince, fullSessionRule, lastSeq, range, rule, sessionRule, together } from '../kit.ts';

const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });

// A revocation invalidates its own token, so its repetition is 401 (SEAT-12). An import keeps no answer (IMP-1).
const posts = endpointEntries.filter(
  ([name, { method, streamsBody }]) => method === 'POST' && name !== 'revokeToken' && !streamsBody,
);

for (const [name] of posts)
  fullSessionRule('IDEM-1', `${name} with the same key happens once and is answered twice`, async (fixture) => {
    const given = { ...sampleOf(name, fixture), ...keyed() };
    const first = await actorOf(name, fixture).success(name, given);
    equal(first.headers['idempotency-replayed'], undefined);
    const after = await lastSeq(fixture.creator);
    for (let again = 0; again < 2; again++) {
      const replay = await actorOf(name, fixture).success(name, given);
      deepEqual(replay.data, first.data);
      deepEqual([replay.status, replay.headers['idempotency-replayed']], [first.status, 'true']);
      notEqual(replay.headers['x-request-id'], first.headers['x-request-id']);
    }
    deepEqual(await actsSince(fixture.creator, after), [], 'the repetition changed the session');
  });

sessionRule('IDEM-1', 'the first answer comes back whatever has happened since', async ({ creator }) => {
  const given = { body: { content: 'once' }, ...keyed() };
  const first = await creator.ok('postMessage', given);
  await creator.ok('updateSession', { body: { status: 'completed' } });
  deepEqual(await creator.ok('postMessage', given), first);
});

sessionRule('IDEM-1', 'the caller is the token, however the header is spelt', async ({ creator, id, send }) => {
  const { headers, ...given } = { body: { content: 'once' }, ...keyed() };
  const first = await creator.ok('postMessage', { ...given, headers });
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const reply = await send({
      method: 'POST',
      path: `/api/sessions/${id}/messages`,
      headers: { ...headers, 'content-type': 'application/json', authorization: `${scheme} ${creator.token ?? ''}` },
      body: JSON.stringify(given.body),
    });
    if (reply.ok) equal((reply.data as { id: string }).id, first.id, `Authorization: ${scheme} …`);
  }
});

fullSessionRule('IDEM-2', 'the same key with another body is 422 and changes nothing', async ({ creator }) => {
  const key = keyed();
  await creator.ok('postMessage', { body: { content: 'one' }, ...key });
  const before = await lastSeq(creator);
  for (const body of [
    { content: 'two' },
    { content: 'one', msgType: 'status' },
    { content: 'one', metadata: { a: 1 } },
  ]) {
    await creator.refused('IDEMPOTENCY_MISMATCH', 'postMessage', { body, ...key });
  }
  deepEqual(await actsSince(creator, before), []);
});

sessionRule('IDEM-3', 'a repetition while the first still runs is 409', async ({ creator }) => {
  let inFlight = 0;
  for (let round = 0; round < 20 && inFlight === 0; round++) {
    const before = await lastSeq(creator);
    const given = { body: { content: 'x'.repeat(900_000) }, ...keyed() };
    const replies = await together(range(12), () => creator.call('createNote', given), 12);
    const made = replies.flatMap((reply) => (reply.ok ? [reply.data.id] : []));
    equal(new Set(made).size, 1, 'all that succeeded are one');
    for (const reply of replies) {
      if (reply.ok) continue;
      equal(reply.error.details['reason'], 'request_in_flight');
      inFlight++;
    }
    equal(await lastSeq(creator), before + 1);
  }
  ok(inFlight > 0, 'of many at once, some meet the first still running');
});

sessionRule('IDEM-4', 'a key is 1–255 visible ASCII characters', async ({ creator }) => {
  const given = (key: string) => ({ body: { content: 'x' }, headers: { 'idempotency-key': key } });
  for (const key of ['a', '~!"#$%&\'()*+,-./:;<=>?@[]^_`{|}', 'k'.repeat(255)]) {
    await creator.ok('postMessage', given(key));
  }
  const before = await lastSeq(creator);
  for (const key of ['', ' ', 'a b', 'a\tb', 'é', 'ÿ', 'k'.repeat(256), 'a, b']) {
    await creator.refused('VALIDATION_ERROR', 'postMessage', given(key));
  }
  deepEqual(await actsSince(creator, before), []);
});

fullSessionRule('IDEM-5', 'a key is of its caller and its route', async ({ creator, partner, aSession }) => {
  const given = { body: { content: 'the same' }, ...keyed() };
  const message = await creator.ok('postMessage', given);
  notEqual((await partner.ok('postMessage', given)).id, message.id);
  notEqual((await creator.ok('createNote', given)).id, message.id);
  const other = await aSession();
  notEqual((await other.creator.ok('postMessage', given)).id, message.id);
  equal((await creator.ok('postMessage', given)).id, message.id);
});

rule('IDEM-5', 'strangers are told apart by client address', async ({ nobody, elsewhere }) => {
  const given = { body: { name: 'Mine' }, ...keyed() };
  const mine = await nobody.ok('createSession', given);
  const theirs = await nobody.from(elsewhere()).ok('createSession', given);
  notEqual(theirs.session.id, mine.session.id);
  notEqual(theirs.agentToken, mine.agentToken);
  equal((await nobody.ok('createSession', given)).session.id, mine.session.id);
});

sessionRule('IDEM-6', 'a failure is not kept: the same call runs again, or another', async ({ creator }) => {
  const given = { body: { content: 'later' }, ...keyed() };
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await creator.conflict('session_completed', 'postMessage', given);
  await creator.ok('updateSession', { body: { status: 'active' } });
  const { headers, data } = await creator.success('postMessage', given);
  equal(headers['idempotency-replayed'], undefined);
  equal((await creator.ok('postMessage', given)).id, data.id);
  const other = keyed();
  await creator.refused('VALIDATION_ERROR', 'postMessage', { body: { content: '' }, ...other });
  await creator.ok('postMessage', { body: { content: 'mended' }, ...other });
});
