import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { rule, sessionRule } from '../rule.ts';
import { lastSeq } from '../session-fixture.ts';
import { fieldsOf } from '../tools.ts';

const wrong = 'XXXX-XXXX-XXXX';

rule('DOOR-1', 'a code leads to its session, however it is typed', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { agentId: 'ada', name: 'Plan', maxAgents: 3 } });
  const { inviteCode = '', inviteExpiresAt } = session;
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

sessionRule('SES-25', 'the creator alone changes the number of seats', async (fixture) => {
  const { creator, partner, stranger, inviteCode } = fixture;
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

rule('DOOR-2', 'a link answers Markdown, and a page to browsers', async ({ nobody, http }) => {
  const { session } = await nobody.ok('createSession', { body: { name: 'Plan' } });
  const path = `/j/${session.inviteCode ?? ''}`;
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
