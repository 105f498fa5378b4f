import { defaultLimits } from '@pairspace/protocol';
import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../check-answer.ts';
import { needLimits, range, rule, sessionRule, together } from '../kit.ts';

/** Keys that another caller at the same address could guess. */
const guessable = ['a'.repeat(15), '1234567890123456', 'create-session-1']
  .concat(['create-session-of-ada-2026-11-26T10:00', '2026-11-26T10:00:00.000Z-0000000000000001'])
  .concat(['a'.repeat(64), '00000000-0000-0000-0000-000000000001']);

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

sessionRule('NET-17', 'a guessable key is refused beside a token', { maxAgents: 8 }, async (fixture) => {
  const { session, stranger, creator, id, nobody } = fixture;
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
});

sessionRule('NET-18', 'a walk-in’s name has 80 characters at most', async ({ stranger, creator }) => {
  await stranger.ok('observeSession', { body: { name: '😀'.repeat(80) } });
  await stranger.refused('VALIDATION_ERROR', 'observeSession', { body: { name: 'x'.repeat(81) } });
  await creator.ok('observeSession', { body: { name: 'x'.repeat(200) } });
});

sessionRule('NET-19', 'a walk-in’s token is none in private', async ({ creator, walkIn, invited, listen }) => {
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

const refusalOf = (reply: Reply): unknown[] =>
  reply.ok ? [reply.status] : [reply.status, reply.error.details['reason']];

rule('NET-20', 'a request that names another host is refused', async ({ send, http }) => {
  for (const host of ['evil.example', 'evil.example:8787', 'localhost.evil.example', '127.0.0.1@evil.example']) {
    const reply = await send({ method: 'GET', path: '/api/sessions', headers: { host } });
    deepEqual(refusalOf(reply), [403, 'host'], host);
  }
  for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8787', '[::1]', 'localhost.']) {
    equal((await send({ method: 'GET', path: '/api/sessions', headers: { host } })).status, 200, host);
  }
  const probe = await http.send({ method: 'GET', path: '/healthz', headers: { host: '10.1.2.3' } });
  equal(probe.status, 200);
});

sessionRule('NET-21', 'a page of another origin is refused everywhere', async ({ creator, id, send }) => {
  const headers = { authorization: `Bearer ${creator.token ?? ''}` };
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'not an origin']) {
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['POST', '/api/sessions'],
      ['GET', '/healthz'],
      ['DELETE', `/api/sessions/${id}`],
      ['GET', '/nowhere'],
    ] as const) {
      const reply = await send({ method, path, headers: { ...headers, origin } });
      deepEqual(refusalOf(reply), [403, 'origin'], `${method} ${path} of ${origin}`);
    }
  }
  equal((await creator.ok('getSession')).id, id);
});

rule('NET-21', 'the service’s own pages may call it', async ({ send, base }) => {
  const reply = await send({ method: 'GET', path: '/api/sessions', headers: { origin: base.origin } });
  equal(reply.status, 200);
});

rule('NET-22', 'a preflight of an origin that is not allowed gets no permission', async ({ send }) => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const reply = await send({ method: 'OPTIONS', path: '/api/sessions', headers });
  deepEqual([reply.status, reply.headers['access-control-allow-origin']], [403, undefined]);
});

rule('ERR-2', 'a request with two Host headers is 400', async ({ dial, base }) => {
  const connection = await dial();
  await connection.send(`GET /api/sessions HTTP/1.1\r\nHost: ${base.host}\r\nHost: evil.example\r\n\r\n`);
  equal((await connection.answer()).status, 400);
});

sessionRule('NET-24', 'every answer forbids guessing its type', async ({ creator, id, http, dial }) => {
  const { token = '' } = creator;
  for (const [path, accept] of [
    ['/api/sessions', '*/*'],
    ['/api/nowhere', '*/*'],
    [`/api/sessions/${id}/export`, '*/*'],
    [`/api/sessions/${id}/export/site`, 'text/html'],
    [`/api/sessions/${id}/transcript`, 'text/plain'],
    ['/docs', 'text/html'],
    ['/healthz', '*/*'],
    [`/api/sessions/${id}/stream`, 'text/event-stream'],
  ] as const) {
    const { headers } = await http.send({ method: 'GET', path, headers: { accept, authorization: `Bearer ${token}` } });
    equal(headers['x-content-type-options'], 'nosniff', path);
  }
  const connection = await dial();
  await connection.send('garbage\r\n\r\n');
  equal((await connection.answer()).headers['x-content-type-options'], 'nosniff');
});
