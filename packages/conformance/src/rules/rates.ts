import { defaultLimits } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { aloneRule, eventually, fieldsOf, lastSeq, needLimits, range, rule, sessionRule, together } from '../kit.ts';

const requestsAMinute = 600;
const wrongCodesAMinute = 10;
/** Behind a balancer each of three nodes counts alone, and a busy one may get few of them. */
const mostWrongCodes = 450;

sessionRule('LIM-5', 'a session has 1,000 live streams, and no more', async ({ creator, listen, elsewhere }) => {
  const { streamsPerSession, streamsPerAddress } = defaultLimits;
  const addresses = range(streamsPerSession / streamsPerAddress).map(elsewhere);
  const streams = await together(
    range(streamsPerSession),
    (index) => listen(creator, { from: addresses[index % addresses.length] }),
    64,
  );
  const refusal = await creator.call('streamEvents');
  ok(!refusal.ok);
  deepEqual([refusal.error.code, refusal.headers['retry-after']], ['RATE_LIMITED', '5']);
  streams[0]?.[Symbol.dispose]();
  await eventually(
    () => creator.call('streamEvents'),
    ({ status }) => status === 200,
  );
  const { seq } = await creator.ok('postMessage', { body: { content: 'to all' } });
  await Promise.all(streams.slice(1).map((stream) => stream.upTo(seq)));
});

rule('LIM-6', 'requests of a token are counted, and beyond the limit are 429', async ({ aSession, rateLimited }) => {
  needLimits(rateLimited);
  const { creator, partner } = await aSession();
  const replies = await together(range(requestsAMinute + 100), () => creator.call('whoami'), 16);
  const refused = replies.filter((reply) => !reply.ok);
  ok(refused.length >= 80 && refused.length <= 110, `${String(refused.length)} of 700 were refused`);
  equal((await creator.refused('RATE_LIMITED', 'whoami')).code, 'RATE_LIMITED');
  await partner.ok('whoami');
});

rule('LIM-6', 'requests with wait are counted apart', async ({ aSession, rateLimited }) => {
  needLimits(rateLimited);
  const { creator } = await aSession();
  await together(range(requestsAMinute), () => creator.call('whoami'), 16);
  await creator.refused('RATE_LIMITED', 'whoami');
  await creator.ok('listEvents', { query: { since: 0, wait: 0 } });
});

rule('LIM-6', 'requests without a token are counted by address', async ({ nobody, elsewhere, rateLimited }) => {
  needLimits(rateLimited);
  const here = nobody.from(elsewhere());
  await together(range(requestsAMinute), () => here.call('listSessions', { query: { limit: 1 } }), 16);
  await here.refused('RATE_LIMITED', 'listSessions');
  await nobody.from(elsewhere()).ok('listSessions');
  const { session, agentToken } = await nobody.from(elsewhere()).ok('createSession');
  await here.in(session.id).as(agentToken).ok('whoami');
});

rule('LIM-6', 'guessing tokens is counted by address too', async ({ nobody, elsewhere, rateLimited }) => {
  needLimits(rateLimited);
  const here = nobody.from(elsewhere());
  const guess = (number: number): string => `agt_${String(number).padStart(43, 'A')}`;
  await together(range(requestsAMinute), (number) => here.as(guess(number)).call('listSessions'), 16);
  await here.as(guess(requestsAMinute)).refused('RATE_LIMITED', 'listSessions');
});

aloneRule('LIM-7', 'no right code counts', { turn: 'last', maxAgents: 16 }, async (fixture) => {
  const { stranger, inviteCode, nobody } = fixture;
  const body = { inviteCode };
  await together(range(15), () => stranger.ok('joinSession', { body }), 15);
  const sessions = await together(range(30), () => nobody.ok('createSession'));
  await together(
    sessions,
    (made) => nobody.in(made.session.id).ok('joinSession', { body: { inviteCode: made.session.inviteCode } }),
    30,
  );
});

rule('LIM-7', 'a session and address have ten wrong codes a minute', { turn: 'last' }, async (context) => {
  const { nobody, elsewhere } = context;
  const { session } = await nobody.ok('createSession', { body: { maxAgents: 4 } });
  const other = await nobody.ok('createSession');
  const guesser = nobody.from(elsewhere()).in(session.id);
  for (const number of range(wrongCodesAMinute)) {
    const name = number % 2 === 0 ? 'joinSession' : 'observeSession';
    await guesser.refused('FORBIDDEN', name, { body: { inviteCode: 'AAAA-AAAA-AAAA' } });
  }
  const body = { inviteCode: session.inviteCode };
  await guesser.refused('RATE_LIMITED', 'joinSession', { body });
  await guesser.refused('RATE_LIMITED', 'observeSession', { body });
  await guesser.ok('getSession');
  await guesser.in(other.session.id).ok('joinSession', { body: { inviteCode: other.session.inviteCode } });
  await nobody.from(elsewhere()).in(session.id).ok('joinSession', { body });
});

aloneRule('LIM-7', 'guesses keep nobody else out', { turn: 'last', maxAgents: 4 }, async (fixture) => {
  const { session, stranger, inviteCode, nobody, elsewhere } = fixture;
  const wrong = { body: { inviteCode: 'AAAA-AAAA-AAAA' } };
  for (const address of range(3).map(elsewhere)) {
    const guesser = nobody.from(address).in(session.id);
    await together(range(mostWrongCodes), () => guesser.call('joinSession', wrong));
    await guesser.refused('RATE_LIMITED', 'joinSession', { body: { inviteCode } });
  }
  await stranger.ok('joinSession', { body: { inviteCode } });
});

aloneRule('ERR-8', 'RATE_LIMITED says when to try again', { turn: 'last', maxAgents: 16 }, async ({ stranger }) => {
  const guess = () => stranger.call('joinSession', { body: { inviteCode: 'BBBB-BBBB-BBBB' } });
  // If all callers share one address, other rules have used part of the ten tries.
  const replies = await together(range(wrongCodesAMinute + 1), guess, 1);
  const last = replies.at(-1);
  ok(last && !last.ok);
  equal(last.error.code, 'RATE_LIMITED');
  const seconds = Number(last.headers['retry-after']);
  ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After: ${String(seconds)}`);
  equal(last.error.details['retryAfterSeconds'], seconds);
});

const wrong = 'XXXX-XXXX-XXXX';

aloneRule('DOOR-1', 'a code leads to one', { name: 'Plan', maxAgents: 3 }, async (fixture) => {
  const { session, inviteCode, nobody } = fixture;
  const { inviteExpiresAt } = session;
  for (const typed of [inviteCode, inviteCode.toLowerCase().replaceAll('-', '')]) {
    const found = await nobody.ok('getInvitation', { params: { inviteCode: typed } });
    deepEqual(found, {
      sessionId: session.id,
      sessionName: 'Plan',
      status: 'waiting',
      visibility: session.visibility,
      inviteCode,
      inviteExpiresAt,
      freeSeats: 2,
      agents: [{ agentId: 'ada', agentName: 'ada', role: 'creator' }],
    });
  }
});

rule('DOOR-1', 'a wrong or replaced code is not found, and that of a full session says so', async ({ nobody }) => {
  await nobody.refused('NOT_FOUND', 'getInvitation', { params: { inviteCode: wrong } });
  const { session, agentToken } = await nobody.ok('createSession');
  const { inviteCode = '' } = session;
  const creator = nobody.in(session.id).as(agentToken);
  const { inviteCode: next } = await creator.ok('reinvite');
  await nobody.refused('NOT_FOUND', 'getInvitation', { params: { inviteCode } });
  await nobody.in(session.id).ok('joinSession', { body: { inviteCode: next } });
  await nobody.conflict('session_full', 'getInvitation', { params: { inviteCode: next } });
  await creator.ok('updateSession', { body: { maxAgents: 3 } });
  equal((await nobody.ok('getInvitation', { params: { inviteCode: next } })).freeSeats, 1);
});

sessionRule('SES-25', 'the creator alone changes the seats', async ({ creator, partner, stranger, inviteCode }) => {
  const seats = (maxAgents: unknown) => ({ body: { maxAgents } });
  await stranger.conflict('session_full', 'joinSession', { body: { inviteCode } });
  await partner.refused('FORBIDDEN', 'updateSession', seats(3));
  const before = await lastSeq(creator);
  equal((await creator.ok('updateSession', seats(3))).maxAgents, 3);
  deepEqual(fieldsOf((await partner.ok('readInbox', { query: { since: before } })).items, 'reason'), ['session']);
  await stranger.ok('joinSession', { body: { inviteCode, agentId: 'cyd' } });
  await creator.conflict('seats_taken', 'updateSession', seats(2));
  equal((await creator.ok('updateSession', seats(3))).maxAgents, 3);
  equal(await lastSeq(creator), before + 2);
});

aloneRule('DOOR-2', 'a link answers Markdown, or a page', { name: 'Plan' }, async ({ session, inviteCode, http }) => {
  const path = `/j/${inviteCode}`;
  const card = await http.send({ method: 'GET', path });
  equal(card.status, 200);
  match(card.headers['content-type'] ?? '', /^text\/markdown/);
  match(card.headers['cache-control'] ?? '', /no-store/);
  ok(card.text.includes(session.id));
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await http.send({ method: 'GET', path, headers: { accept } });
  equal(page.status, 200);
  match(page.headers['content-type'] ?? '', /^text\/html/);
  ok(page.text.includes(path));
});

rule('DOOR-2', 'a link that leads nowhere says what to ask for', async ({ http }) => {
  for (const [accept, type] of [
    ['*/*', /^text\/markdown/],
    ['text/html', /^text\/html/],
  ] as const) {
    const answer = await http.send({ method: 'GET', path: `/j/${wrong}`, headers: { accept } });
    equal(answer.status, 404);
    match(answer.headers['content-type'] ?? '', type);
    match(answer.text, /reinvite/);
    ok(!answer.text.includes(wrong));
  }
});
