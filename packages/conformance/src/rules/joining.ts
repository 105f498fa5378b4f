import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { aloneRule, fieldsOf, fullSessionRule, lastSeq, range, rule, sessionRule, together } from '../kit.ts';

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

aloneRule('SES-11', 'joining answers the session and a token for the new agent', async ({ stranger, inviteCode }) => {
  const body = { inviteCode, agentId: 'bob', agentName: 'Bob' };
  const joined = await stranger.success('joinSession', { body });
  equal(joined.status, 201);
  deepEqual(joined.data.session.partner, { agentId: 'bob', agentName: 'Bob' });
  deepEqual([joined.data.session.status, joined.data.session.observerToken], ['active', undefined]);
  const partner = stranger.as(joined.data.agentToken);
  equal((await partner.ok('whoami')).role, 'partner');
  equal(joined.data.session.lastSeq, await lastSeq(partner));
  await partner.ok('postMessage', { body: { content: 'here' } });
});

aloneRule('SES-28', 'who joins again with its token gets its own seat', async ({ stranger, inviteCode }) => {
  const body = { inviteCode };
  const joined = await stranger.ok('joinSession', { body: { ...body, agentId: 'bob' } });
  const again = await stranger.as(joined.agentToken).success('joinSession', { body });
  deepEqual([again.status, again.data.agentToken, again.data.recoveryCode], [200, joined.agentToken, undefined]);
  equal(again.data.session.agents.length, 2);
});

aloneRule('INB-9', 'a new seat finds messages that named its id', async (fixture) => {
  const { creator, stranger, inviteCode } = fixture;
  const { seq } = await creator.ok('postMessage', { body: { content: '1.@bob please' } });
  await creator.ok('postMessage', { body: { content: '`@bob`' } });
  const joined = await stranger.ok('joinSession', { body: { inviteCode, agentId: 'bob' } });
  const { items } = await stranger.as(joined.agentToken).ok('readInbox');
  deepEqual(fieldsOf(items, 'seq', 'reason'), [[seq, 'mention']]);
});

aloneRule('SES-11', 'an agent without a name is called by its id', async ({ stranger, inviteCode }) => {
  const body = { inviteCode, agentId: 'bob' };
  const joined = await stranger.ok('joinSession', { body });
  equal(joined.session.partner?.agentName, 'bob');
});

sessionRule('SES-12', 'a wrong code comes before everything else', async ({ creator, stranger }) => {
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await stranger.refused('FORBIDDEN', 'joinSession', { body: { ...wrong, agentId: 'ada' } });
});

aloneRule('SES-12', 'then a completed one, a full one, the agentId', async (fixture) => {
  const { creator, stranger, inviteCode } = fixture;
  const asAda = { body: { inviteCode, agentId: 'ada' } };
  await stranger.conflict('agent_taken', 'joinSession', asAda);
  await stranger.ok('joinSession', { body: { inviteCode, agentId: 'bob' } });
  await stranger.conflict('session_full', 'joinSession', asAda);
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await stranger.conflict('session_completed', 'joinSession', asAda);
});

aloneRule('SES-12', 'a refused join takes no seat and appends nothing', async ({ creator, stranger, inviteCode }) => {
  await stranger.refused('FORBIDDEN', 'joinSession', { body: wrong });
  await stranger.refused('VALIDATION_ERROR', 'joinSession', { body: {} });
  await stranger.conflict('agent_taken', 'joinSession', { body: { inviteCode, agentId: 'ada' } });
  equal(await lastSeq(creator), 1);
  equal((await creator.ok('getSession')).agents.length, 1);
});

aloneRule('SES-12', 'of many who join the seats are filled', { maxAgents: 4 }, async (fixture) => {
  const { stranger, inviteCode } = fixture;
  const body = { inviteCode };
  const replies = await together(range(9), () => stranger.call('joinSession', { body }), 9);
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.error.details['reason']]));
  const told = range(6).map(() => 'session_full');
  deepEqual(refused, told);
  equal((await stranger.ok('getSession')).agents.length, 4);
});

aloneRule('SES-1', 'agents stand in the order of their joins', { maxAgents: 16 }, async ({ stranger, inviteCode }) => {
  const names = ['m', 'c', 'x', 'a', 'q', 'z', 'b', 'k'];
  await together(names, (agentId) => stranger.ok('joinSession', { body: { inviteCode, agentId } }));
  const { items } = await stranger.ok('listEvents');
  const joined = items.filter(({ event }) => event === 'session.joined').map(({ actor }) => actor.id);
  const { agents, partner } = await stranger.ok('getSession');
  deepEqual(fieldsOf(agents, 'agentId'), ['ada', ...joined]);
  equal(partner?.agentId, joined[0]);
});

aloneRule('SES-12', 'of many who join as one agent, one does', { maxAgents: 16 }, async (fixture) => {
  const { stranger, inviteCode } = fixture;
  const body = { inviteCode, agentId: 'bob' };
  const replies = await together(range(8), () => stranger.call('joinSession', { body }), 8);
  equal(replies.filter((reply) => reply.ok).length, 1);
  equal((await stranger.ok('getSession')).agents.length, 2);
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

sessionRule('SES-21', 'anyone observes a public session and gets a token', async ({ stranger }) => {
  const { observer, observerToken } = await stranger.ok('observeSession', { body: { name: 'Olga' } });
  match(observer.id, /^obv_/);
  equal(observer.name, 'Olga');
  await stranger.as(observerToken).ok('getSession');
});

fullSessionRule('SES-22', 'a code or a token of the session makes an observer invited', async (fixture) => {
  const { id, creator, observer, walkIn, stranger, inviteCode, note, aSession } = fixture;
  const outsider = (await aSession()).creator.in(id);
  const cases = [
    { caller: stranger, body: { inviteCode }, invited: true },
    { caller: outsider, body: { inviteCode }, invited: true },
    { caller: creator, body: {}, invited: true },
    { caller: observer, body: {}, invited: true },
    { caller: stranger, body: {}, invited: false },
    { caller: outsider, body: {}, invited: false },
  ];
  let expectedVersion = 1;
  for (const { caller, body, invited } of cases) {
    const made = await caller.ok('observeSession', { body });
    equal(made.observer.invited, invited);
    const given = { params: { noteId: note.id }, body: { expectedVersion, content: 'seen' } };
    const viewer = stranger.as(made.observerToken);
    await viewer.ok('listNotes');
    if (invited) expectedVersion = (await viewer.ok('updateNote', given)).version;
    else await viewer.refused('FORBIDDEN', 'updateNote', given);
  }
  equal((await walkIn.ok('getNote', { params: { noteId: note.id } })).version, expectedVersion);
});

fullSessionRule('SES-22', 'a walk-in cannot invite itself', async ({ walkIn, note }) => {
  const { observer, observerToken } = await walkIn.ok('observeSession');
  const edit = { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'mine' } };
  equal(observer.invited, false, 'a token that walked in opens no further door');
  await walkIn.as(observerToken).refused('FORBIDDEN', 'updateNote', edit);
});

aloneRule('SES-22', 'observing does not use the code up', async ({ stranger, inviteCode }) => {
  const body = { inviteCode };
  for (let time = 0; time < 3; time++) await stranger.ok('observeSession', { body });
  await stranger.ok('joinSession', { body });
});

sessionRule('SES-23', 'a private session needs a code', { visibility: 'private', maxAgents: 3 }, async (fixture) => {
  const { id, creator, walkIn, stranger, inviteCode, aSession } = fixture;
  const outsider = (await aSession()).creator.in(id);
  await stranger.refused('UNAUTHORIZED', 'observeSession');
  await outsider.refused('UNAUTHORIZED', 'observeSession');
  await stranger.refused('FORBIDDEN', 'observeSession', { body: { inviteCode: 'WWWW-WWWW-WWWW' } });
  await stranger.ok('observeSession', { body: { inviteCode } });
  await creator.ok('observeSession');
  await walkIn.refused('UNAUTHORIZED', 'observeSession');
});

aloneRule('SES-24', 'observers are listed and counted, but that of creation', async ({ stranger, observerToken }) => {
  deepEqual((await stranger.ok('listObservers')).items, []);
  equal((await stranger.ok('getSession')).observerCount, 0);
  const made = [];
  for (const name of ['One', 'Two', 'Three']) {
    made.push((await stranger.ok('observeSession', { body: { name } })).observer);
  }
  deepEqual(new Set((await stranger.ok('listObservers')).items), new Set(made));
  equal((await stranger.as(observerToken).ok('getSession')).observerCount, 3);
});
