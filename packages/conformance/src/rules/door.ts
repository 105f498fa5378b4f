import { equal, ok } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultLimits } from '@pairspace/protocol';
import { rule, sessionRule } from '../rule.ts';
import { needLimits, range, together } from '../tools.ts';

/** Keys that another caller at the same address could guess. */
const guessable = [
  'a'.repeat(15),
  '1234567890123456',
  'create-session-1',
  'create-session-of-ada-2026-11-26T10:00',
  '2026-11-26T10:00:00.000Z-0000000000000001',
  'a'.repeat(64),
  '00000000-0000-0000-0000-000000000001',
];

/** Keys as programs generate them. */
const random = (): string[] => [
  randomUUID(),
  `create-${randomUUID().toUpperCase()}`,
  randomBytes(16).toString('hex'),
  `aB${randomBytes(16).toString('base64url')}`,
  `aB${randomBytes(15).toString('base64')}`,
];

rule('NET-11', 'an address has 100 live streams; one more is 429 there and opens elsewhere', async (context) => {
  const { aSession, listen, elsewhere, rateLimited } = context;
  needLimits(rateLimited);
  const { stranger } = await aSession();
  const { streamsPerAddress } = defaultLimits;
  const here = elsewhere();
  const streams = await together(range(streamsPerAddress), () => listen(stranger, { from: here }), 16);
  const refused = await stranger.from(here).refused('RATE_LIMITED', 'streamEvents');
  equal(refused.details['retryAfterSeconds'], 5);
  await listen(stranger);
  equal(streams.length, streamsPerAddress);
});

sessionRule(
  'NET-17',
  'a guessable key is refused where the answer holds a token',
  { maxAgents: 8 },
  async ({ session, stranger, creator, id, nobody }) => {
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
    const [short, long] = [keyed('a'.repeat(15)), keyed(randomUUID())];
    for (const key of guessable) await nobody.refused('VALIDATION_ERROR', 'createSession', keyed(key));
    await stranger.refused('VALIDATION_ERROR', 'observeSession', short);
    const body = { inviteCode: (await creator.ok('getSession')).inviteCode };
    await stranger.refused('VALIDATION_ERROR', 'joinSession', { ...short, body });
    await nobody.refused('VALIDATION_ERROR', 'saveProfile', { ...short, body: { id: `a-${randomUUID()}` } });
    await nobody.ok('createSession', long);
    for (const key of random()) await nobody.ok('createSession', keyed(key));
    await stranger.ok('joinSession', { ...long, body });
    await creator.ok('postMessage', { headers: { 'idempotency-key': 'short' }, body: { content: 'x' } });
    equal(id, session.id);
  },
);

sessionRule('NET-18', 'a walk-in’s name has 80 characters at most', async ({ stranger, creator }) => {
  await stranger.ok('observeSession', { body: { name: '😀'.repeat(80) } });
  await stranger.refused('VALIDATION_ERROR', 'observeSession', { body: { name: 'x'.repeat(81) } });
  await creator.ok('observeSession', { body: { name: 'x'.repeat(200) } });
});

sessionRule('NET-19', 'a walk-in’s token is none while the session is private', async (fixture) => {
  const { creator, walkIn, invited, listen } = fixture;
  const stream = await listen(walkIn);
  const kept = await listen(invited);
  const waiting = walkIn.call('listEvents', { query: { since: 1_000_000, wait: 20 } });
  await creator.ok('setVisibility', { body: { visibility: 'private' } });
  await stream.ended;
  ok(!stream.names.includes('session.updated'), 'the stream told of the change');
  equal((await waiting).ok, false);
  for (const name of ['getSession', 'listMessages', 'exportSession', 'streamEvents', 'listObservers'] as const) {
    await walkIn.refused('UNAUTHORIZED', name);
  }
  await walkIn.refused('UNAUTHORIZED', 'observeSession');
  await invited.ok('getSession');
  await creator.ok('setVisibility', { body: { visibility: 'public' } });
  await walkIn.ok('getSession');
  await kept.until('the second change', ({ names }) => names.filter((name) => name === 'session.updated').length >= 2);
});

rule('MOD-8', 'an id that sessions have used is protected by its own agent alone', async ({ nobody }) => {
  const id = `agent-${randomUUID()}`;
  const { session, agentToken } = await nobody.ok('createSession', { body: { agentId: id } });
  const other = await nobody.ok('createSession');
  const body = { id, protect: true };
  await nobody.refused('UNAUTHORIZED', 'saveProfile', { body });
  await nobody.in(session.id).as(other.agentToken).refused('FORBIDDEN', 'saveProfile', { body });
  // The pause keeps the two creations in different milliseconds.
  await pause(5);
  const later = await nobody.ok('createSession', { body: { agentId: id } });
  await nobody.as(later.agentToken).refused('FORBIDDEN', 'saveProfile', { body });
  const { agentKey } = await nobody.as(agentToken).ok('saveProfile', { body });
  ok(agentKey?.startsWith('agk_'));
  const fresh = await nobody.ok('saveProfile', { body: { id: `agent-${randomUUID()}`, protect: true } });
  ok(fresh.agentKey);
});
