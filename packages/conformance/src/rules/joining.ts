import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { lastSeq } from '../session-fixture.ts';
import { rule, sessionRule } from '../rule.ts';
import { fieldsOf, range, together } from '../tools.ts';

const wrong = { inviteCode: 'XXXX-XXXX-XXXX' };

rule('SES-4', 'anyone creates and joins under any agentId; names may be the same, ids may not', async ({ nobody }) => {
  const body = { agentId: 'ada', agentName: 'Twin', maxAgents: 4 };
  const { session } = await nobody.ok('createSession', { body });
  const stranger = nobody.in(session.id);
  const { inviteCode } = session;
  await stranger.ok('joinSession', { body: { inviteCode, agentId: 'ada2', agentName: 'Twin' } });
  await stranger.conflict('agent_taken', 'joinSession', { body: { inviteCode, agentId: 'ada' } });
  await stranger.conflict('agent_taken', 'joinSession', { body: { inviteCode, agentId: 'ada2' } });
  await stranger.conflict('agent_taken', 'joinSession', { body: { inviteCode, agentId: 'Ada' } });
  await stranger.refused('VALIDATION_ERROR', 'joinSession', { body: { inviteCode, agentId: 'eve.' } });
});

rule('SES-11', 'joining answers the session and a token for the new agent', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession');
  const body = { inviteCode: session.inviteCode, agentId: 'bob', agentName: 'Bob' };
  const joined = await nobody.in(session.id).success('joinSession', { body });
  equal(joined.status, 201);
  deepEqual(joined.data.session.partner, { agentId: 'bob', agentName: 'Bob' });
  equal(joined.data.session.status, 'active');
  equal(joined.data.session.observerToken, undefined);
  const partner = nobody.in(session.id).as(joined.data.agentToken);
  equal((await partner.ok('whoami')).role, 'partner');
  equal(joined.data.session.lastSeq, await lastSeq(partner));
  await partner.ok('postMessage', { body: { content: 'here' } });
});

rule('SES-28', 'who joins again with its token gets its own seat', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { agentId: 'ada' } });
  const stranger = nobody.in(session.id);
  const body = { inviteCode: session.inviteCode ?? '' };
  const joined = await stranger.ok('joinSession', { body: { ...body, agentId: 'bob' } });
  const again = await stranger.as(joined.agentToken).success('joinSession', { body });
  equal(again.status, 200);
  equal(again.data.agentToken, joined.agentToken);
  equal(again.data.recoveryCode, undefined);
  equal(again.data.session.agents.length, 2);
});

rule('INB-9', 'a new seat finds the messages that named its id before', async ({ nobody }) => {
  const { session, agentToken } = await nobody.ok('createSession', { body: { agentId: 'ada' } });
  const stranger = nobody.in(session.id);
  const creator = stranger.as(agentToken);
  const { seq } = await creator.ok('postMessage', { body: { content: '1.@bob please' } });
  await creator.ok('postMessage', { body: { content: '`@bob`' } });
  const joined = await stranger.ok('joinSession', { body: { inviteCode: session.inviteCode ?? '', agentId: 'bob' } });
  const { items } = await stranger.as(joined.agentToken).ok('readInbox');
  deepEqual(fieldsOf(items, 'seq', 'reason'), [[seq, 'mention']]);
});

rule('SES-11', 'an agent without a name is called by its id', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession');
  const body = { inviteCode: session.inviteCode, agentId: 'bob' };
  const joined = await nobody.in(session.id).ok('joinSession', { body });
  equal(joined.session.partner?.agentName, 'bob');
});

sessionRule('SES-12', 'a wrong code comes before everything else', async ({ creator, stranger }) => {
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await stranger.refused('FORBIDDEN', 'joinSession', { body: { ...wrong, agentId: 'ada' } });
});

rule('SES-12', 'then a completed session, then a full one, then the agentId', async ({ nobody }) => {
  const { session, agentToken } = await nobody.ok('createSession', { body: { agentId: 'ada' } });
  const { inviteCode } = session;
  const creator = nobody.in(session.id).as(agentToken);
  const stranger = nobody.in(session.id);
  const asAda = { body: { inviteCode, agentId: 'ada' } };
  await stranger.conflict('agent_taken', 'joinSession', asAda);
  await stranger.ok('joinSession', { body: { inviteCode, agentId: 'bob' } });
  await stranger.conflict('session_full', 'joinSession', asAda);
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await stranger.conflict('session_completed', 'joinSession', asAda);
});

rule('SES-12', 'a refused join takes no seat and appends nothing', async ({ nobody }) => {
  const { session, agentToken } = await nobody.ok('createSession', { body: { agentId: 'ada' } });
  const stranger = nobody.in(session.id);
  const creator = stranger.as(agentToken);
  await stranger.refused('FORBIDDEN', 'joinSession', { body: wrong });
  await stranger.refused('VALIDATION_ERROR', 'joinSession', { body: {} });
  await stranger.conflict('agent_taken', 'joinSession', { body: { inviteCode: session.inviteCode, agentId: 'ada' } });
  equal(await lastSeq(creator), 1);
  equal((await creator.ok('getSession')).agents.length, 1);
});

rule('SES-12', 'of many who join at once only as many get in as there are seats', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { maxAgents: 4 } });
  const body = { inviteCode: session.inviteCode };
  const replies = await together(range(9), () => nobody.in(session.id).call('joinSession', { body }), 9);
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.error.details['reason']]));
  deepEqual(
    refused,
    range(6).map(() => 'session_full'),
  );
  equal((await nobody.in(session.id).ok('getSession')).agents.length, 4);
});

rule('SES-1', 'agents stand in the order in which they joined, however closely', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { agentId: 'ada', maxAgents: 16 } });
  const stranger = nobody.in(session.id);
  const names = ['m', 'c', 'x', 'a', 'q', 'z', 'b', 'k'];
  await together(names, (agentId) => stranger.ok('joinSession', { body: { inviteCode: session.inviteCode, agentId } }));
  const { items } = await stranger.ok('listEvents');
  const joined = items.filter(({ event }) => event === 'session.joined').map(({ actor }) => actor.id);
  const { agents, partner } = await stranger.ok('getSession');
  deepEqual(fieldsOf(agents, 'agentId'), ['ada', ...joined]);
  equal(partner?.agentId, joined[0]);
});

rule('SES-12', 'of many who join as one agentId at once, one does', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession', { body: { maxAgents: 16 } });
  const body = { inviteCode: session.inviteCode, agentId: 'bob' };
  const replies = await together(range(8), () => nobody.in(session.id).call('joinSession', { body }), 8);
  equal(replies.filter((reply) => reply.ok).length, 1);
  equal((await nobody.in(session.id).ok('getSession')).agents.length, 2);
});

sessionRule('SES-14', 'reinvite answers a new code and ends the old one', { maxAgents: 8 }, async (fixture) => {
  const { creator, partner, observer, stranger, inviteCode } = fixture;
  let old = inviteCode;
  for (const caller of [creator, partner, observer]) {
    const invite = await caller.ok('reinvite');
    notEqual(invite.inviteCode, old);
    match(invite.inviteCode, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    ok(Date.parse(invite.inviteExpiresAt) > Date.now());
    equal((await creator.ok('getSession')).inviteCode, invite.inviteCode);
    old = invite.inviteCode;
  }
  await stranger.refused('FORBIDDEN', 'joinSession', { body: { inviteCode } });
  await stranger.ok('joinSession', { body: { inviteCode: old } });
});

sessionRule('SES-14', 'a new code opens no seat that is not there', async ({ creator, stranger }) => {
  const { inviteCode } = await creator.ok('reinvite');
  await stranger.conflict('session_full', 'joinSession', { body: { inviteCode } });
});
