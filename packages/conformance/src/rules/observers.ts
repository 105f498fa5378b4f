import { deepEqual, equal, match } from 'node:assert/strict';
import { fullSessionRule, rule, sessionRule } from '../rule.ts';

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

rule('SES-22', 'observing does not use the code up', async ({ nobody }) => {
  const { session } = await nobody.ok('createSession');
  const body = { inviteCode: session.inviteCode };
  const stranger = nobody.in(session.id);
  for (let time = 0; time < 3; time++) await stranger.ok('observeSession', { body });
  await stranger.ok('joinSession', { body });
});

sessionRule(
  'SES-23',
  'a private session is observed with its code or a token of it',
  { visibility: 'private', maxAgents: 3 },
  async ({ id, creator, walkIn, stranger, inviteCode, aSession }) => {
    const outsider = (await aSession()).creator.in(id);
    await stranger.refused('UNAUTHORIZED', 'observeSession');
    await outsider.refused('UNAUTHORIZED', 'observeSession');
    await stranger.refused('FORBIDDEN', 'observeSession', { body: { inviteCode: 'WWWW-WWWW-WWWW' } });
    await stranger.ok('observeSession', { body: { inviteCode } });
    await creator.ok('observeSession');
    await walkIn.refused('UNAUTHORIZED', 'observeSession');
  },
);

rule('SES-24', 'observers are listed and counted, without the observer token of creation', async ({ nobody }) => {
  const { session, observerToken } = await nobody.ok('createSession');
  const stranger = nobody.in(session.id);
  deepEqual((await stranger.ok('listObservers')).items, []);
  equal((await stranger.ok('getSession')).observerCount, 0);
  const made = [];
  for (const name of ['One', 'Two', 'Three']) {
    made.push((await stranger.ok('observeSession', { body: { name } })).observer);
  }
  const { items } = await stranger.ok('listObservers');
  deepEqual(new Set(items), new Set(made));
  equal((await stranger.as(observerToken).ok('getSession')).observerCount, 3);
});

fullSessionRule('SES-24', 'the observer token of creation edits as Observer', async ({ observer, note }) => {
  const edit = { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'mine' } };
  const { lastEditor } = await observer.ok('updateNote', edit);
  equal(lastEditor.kind, 'observer');
  match(lastEditor.id, /^obv_/);
  equal(lastEditor.name, 'Observer');
});
