import { equal, ok } from 'node:assert/strict';
import { defaultLimits } from '@pairspace/protocol';
import { rule, sessionRule } from '../rule.ts';
import { eventually, needLimits, range, together } from '../tools.ts';

const requestsAMinute = 600;
const wrongCodesAMinute = 10;
/** Behind a balancer each of three nodes counts alone. */
const mostWrongCodes = 90;

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
  equal(refusal.error.code, 'RATE_LIMITED');
  equal(refusal.headers['retry-after'], '5');
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

rule('LIM-7', 'right codes are not counted, however many agents join at once', { turn: 'last' }, async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { maxAgents: 16 } });
  const body = { inviteCode: session.inviteCode };
  await together(range(15), () => nobody.in(session.id).ok('joinSession', { body }), 15);
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

rule('LIM-7', 'one who guesses keeps nobody else out', { turn: 'last' }, async ({ nobody, elsewhere }) => {
  const { session } = await nobody.ok('createSession', { body: { maxAgents: 4 } });
  const wrong = { body: { inviteCode: 'AAAA-AAAA-AAAA' } };
  for (const address of range(3).map(elsewhere)) {
    const guesser = nobody.from(address).in(session.id);
    await together(range(mostWrongCodes), () => guesser.call('joinSession', wrong));
    await guesser.refused('RATE_LIMITED', 'joinSession', { body: { inviteCode: session.inviteCode } });
  }
  await nobody.in(session.id).ok('joinSession', { body: { inviteCode: session.inviteCode } });
});

rule('ERR-8', 'RATE_LIMITED says when to try again', { turn: 'last' }, async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { maxAgents: 16 } });
  const guess = () => nobody.in(session.id).call('joinSession', { body: { inviteCode: 'BBBB-BBBB-BBBB' } });
  // If all callers share one address, other rules have used part of the ten tries.
  const replies = await together(range(wrongCodesAMinute + 1), guess, 1);
  const last = replies.at(-1);
  ok(last && !last.ok);
  equal(last.error.code, 'RATE_LIMITED');
  const seconds = Number(last.headers['retry-after']);
  ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After: ${String(seconds)}`);
  equal(last.error.details['retryAfterSeconds'], seconds);
});
