import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { aloneRule, range, rule, sessionRule, together } from '../kit.ts';

const agentToken = /^agt_[A-Za-z0-9_-]{43}$/;
const observerToken = /^obs_[A-Za-z0-9_-]{43}$/;
const dayMs = 24 * 60 * 60 * 1000;

rule('ACC-1', 'a token is for one session and one role', async ({ aSession }) => {
  const [one, other] = [await aSession(), await aSession()];
  const tokens = [one.creator, one.partner, one.observer, one.invited, one.walkIn, other.creator].map(
    ({ token }) => token,
  );
  equal(new Set(tokens).size, tokens.length);
});

sessionRule('ACC-2', 'a token has its prefix and 43 signs', async ({ creator, partner, observer, invited, walkIn }) => {
  for (const { token } of [creator, partner]) match(token ?? '', agentToken);
  for (const { token } of [observer, invited, walkIn]) match(token ?? '', observerToken);
  const fork = await partner.ok('forkSession');
  match(fork.agentToken, agentToken);
  match(fork.observerToken, observerToken);
});

rule('ACC-2', 'tokens have nothing guessable in common', async ({ nobody }) => {
  const made = await together(range(40), () => nobody.ok('createSession'));
  const secrets = made.map(({ agentToken: token }) => token.slice(4));
  for (const place of range(42)) {
    const characters = new Set(secrets.map((secret) => secret.charAt(place)));
    ok(characters.size > 12, `character ${String(place)} of a token hardly varies`);
  }
});

sessionRule('ACC-4', 'a token in the URL is not taken', { visibility: 'private' }, async ({ id, creator, send }) => {
  const token = creator.token ?? '';
  for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer%20${token}`]) {
    equal((await send({ method: 'GET', path: `/api/sessions/${id}?${query}` })).status, 401);
  }
});

sessionRule('ACC-4', 'a response with a token is not stored', { maxAgents: 3 }, async (fixture) => {
  const { creator, stranger, inviteCode, nobody } = fixture;
  const answers = [
    await nobody.success('createSession'),
    await stranger.success('joinSession', { body: { inviteCode } }),
    await stranger.success('observeSession'),
    await creator.success('forkSession'),
  ];
  for (const { headers } of answers) match(headers['cache-control'] ?? '', /no-store/);
});

sessionRule('ACC-5', 'tokens work in a completed session', { visibility: 'private' }, async (fixture) => {
  const { creator, partner, observer, invited } = fixture;
  await creator.ok('updateSession', { body: { status: 'completed' } });
  for (const caller of [creator, partner, observer, invited]) await caller.ok('getSession');
  equal((await partner.ok('whoami')).agentId, 'bob');
  await partner.ok('updateSession', { body: { name: 'Archive' } });
  await observer.ok('setVisibility');
});

sessionRule('ACC-6', 'a token of a deleted session is 401; a stranger gets 404 there', async (fixture) => {
  const { id, creator, partner, observer, invited, walkIn, stranger, nobody } = fixture;
  await creator.ok('deleteSession');
  for (const caller of [creator, partner, observer, invited, walkIn]) {
    await caller.refused('UNAUTHORIZED', 'getSession');
    await caller.refused('UNAUTHORIZED', 'listSessions');
    await caller.refused('UNAUTHORIZED', 'postMessage', { body: { content: 'x' } });
  }
  for (const name of ['getSession', 'listEvents', 'listMessages', 'listNotes', 'listFiles', 'listObservers'] as const) {
    await stranger.refused('NOT_FOUND', name);
  }
  await stranger.refused('NOT_FOUND', 'streamEvents');
  await stranger.refused('NOT_FOUND', 'observeSession');
  ok((await nobody.ok('listSessions', { query: { limit: 200 } })).items.every((session) => session.id !== id));
});

sessionRule('ACC-7', 'two tokens are issued to the creator', async ({ creator, partner, observer }) => {
  equal((await creator.ok('whoami')).issuedToCreator, true);
  equal((await partner.ok('whoami')).issuedToCreator, false);
  await observer.ok('setVisibility');
});

rule('ACC-14', 'a private session is not listed, not even to its own', async ({ nobody, aSession }) => {
  const agentId = `private-${randomUUID()}`;
  const { creator, observer, id } = await aSession({ agentId, name: agentId, visibility: 'private' });
  const queries = [{ agentId }, { q: agentId }, { q: agentId, status: 'active' }, { agentId, status: 'active' }];
  for (const query of queries) {
    for (const caller of [nobody, creator, observer]) deepEqual((await caller.ok('listSessions', { query })).items, []);
  }
  const newest = await nobody.ok('listSessions', { query: { limit: 200 } });
  ok(newest.items.every((session) => session.id !== id && session.visibility === 'public'));
  await creator.ok('setVisibility', { body: { visibility: 'public' } });
  for (const query of queries) equal((await nobody.ok('listSessions', { query })).items[0]?.id, id);
});

rule('ACC-15', 'an invite code is 12 characters of Crockford base32 in groups of four', async ({ nobody }) => {
  const made = await together(range(10), () => nobody.ok('createSession'));
  for (const { session } of made) match(session.inviteCode ?? '', /^(?:[0-9A-HJKMNP-TV-Z]{4}(?:-(?!$)|$)){3}$/);
  equal(new Set(made.map(({ session }) => session.inviteCode)).size, made.length);
});

sessionRule('ACC-15', 'a code may be without case and hyphens', { maxAgents: 6 }, async ({ stranger, inviteCode }) => {
  const spellings = [
    inviteCode,
    inviteCode.toLowerCase(),
    inviteCode.replaceAll('-', ''),
    inviteCode.replaceAll('-', '').toLowerCase(),
  ];
  for (const spelling of spellings) await stranger.ok('joinSession', { body: { inviteCode: spelling } });
});

aloneRule('ACC-16', 'an invite code is good for 24 h', async ({ session, stranger }) => {
  const ms = Date.parse(session.inviteExpiresAt ?? '') - Date.parse(session.createdAt);
  ok(Math.abs(ms - dayMs) < 2000, `${String(ms)} ms`);
  const renewed = await stranger.ok('getSession');
  equal(renewed.inviteExpiresAt, undefined);
});

aloneRule('ACC-16', 'a code is used up with the last seat', { maxAgents: 3 }, async ({ stranger, inviteCode }) => {
  const body = { inviteCode };
  await stranger.ok('joinSession', { body });
  await stranger.ok('observeSession', { body });
  await stranger.ok('joinSession', { body });
  await stranger.refused('FORBIDDEN', 'observeSession', { body });
  await stranger.conflict('session_full', 'joinSession', { body });
});

sessionRule('ACC-17', 'agents see the invite code', { maxAgents: 3 }, async (fixture) => {
  const { id, creator, partner, observer, invited, walkIn, stranger, aSession, nobody } = fixture;
  const { inviteCode } = await creator.ok('reinvite');
  for (const caller of [creator, partner, observer]) {
    const session = await caller.ok('getSession');
    equal(session.inviteCode, inviteCode);
    notEqual(session.inviteExpiresAt, undefined);
  }
  const events = await creator.ok('listEvents', { query: { limit: 200 } });
  const listed = await nobody.ok('listSessions', { query: { agentId: 'ada', limit: 200 } });
  const seen = [events, listed];
  for (const caller of [invited, walkIn, stranger, partner.in(id).as((await aSession()).creator.token)]) {
    const session = await caller.ok('getSession');
    equal(session.inviteExpiresAt, undefined);
    ok(!JSON.stringify([session, ...seen]).includes(inviteCode), 'the invite code is shown');
  }
});
