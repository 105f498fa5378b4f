import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { lastSeq } from '../session-fixture.ts';
import { fullSessionRule, sessionRule } from '../rule.ts';
import { fieldsOf } from '../tools.ts';

fullSessionRule('SES-17', 'a fork is a new session with the caller as its creator', async (fixture) => {
  const { id, partner, inviteCode } = fixture;
  const before = await lastSeq(fixture.creator);
  const { session, agentToken, observerToken, notesCopied } = await partner.ok('forkSession', {
    body: { name: 'Second try' },
  });
  notEqual(session.id, id);
  equal(session.name, 'Second try');
  deepEqual(session.forkedFrom, { sessionId: id, seq: before });
  deepEqual(session.creator, { agentId: 'bob', agentName: 'Bob' });
  deepEqual([session.partner, session.status, session.agents.length], [null, 'waiting', 1]);
  notEqual(session.inviteCode, inviteCode);
  equal(notesCopied, 1);
  const creator = partner.in(session.id).as(agentToken);
  deepEqual((await creator.ok('whoami')).issuedToCreator, true);
  await creator.as(observerToken).ok('setVisibility');
  equal(await lastSeq(fixture.creator), before, 'the source is as it was');
});

fullSessionRule('SES-18', 'notes are carried over with new ids', async ({ id, creator, observer, note }) => {
  const params = { noteId: note.id };
  await observer.ok('updateNote', { params, body: { expectedVersion: 1, title: 'Newer', content: 'Second' } });
  await creator.ok('createNote', { body: { title: 'Other', content: 'Text' } });
  const { session, agentToken, notesCopied } = await creator.ok('forkSession');
  equal(notesCopied, 2);
  const fork = creator.in(session.id).as(agentToken);
  const items = (await fork.ok('listNotes')).items.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  deepEqual(fieldsOf(items, 'title', 'content', 'version', 'sessionId'), [
    ['Newer', 'Second', 1, session.id],
    ['Other', 'Text', 1, session.id],
  ]);
  deepEqual(items[0]?.copiedFrom, { sessionId: id, noteId: note.id, version: 2 });
  notEqual(items[0].id, note.id);
  equal(note.copiedFrom, null);
  const own = { params: { noteId: items[0].id } };
  equal((await fork.ok('updateNote', { ...own, body: { expectedVersion: 1, content: 'Third' } })).version, 2);
  deepEqual((await fork.ok('getNote', own)).copiedFrom, items[0].copiedFrom);
  equal((await creator.ok('getNote', { params })).content, 'Second');
});

fullSessionRule('SES-18', 'messages and files stay behind', async ({ creator }) => {
  const { session, agentToken } = await creator.ok('forkSession');
  const fork = creator.in(session.id).as(agentToken);
  deepEqual((await fork.ok('listMessages')).items, []);
  deepEqual((await fork.ok('listFiles')).items, []);
  deepEqual((await fork.ok('listObservers')).items, []);
});

sessionRule(
  'SES-19',
  'a fork has name and visibility of its source',
  { name: 'Source', visibility: 'private' },
  async ({ partner }) => {
    const same = (await partner.ok('forkSession')).session;
    deepEqual([same.name, same.visibility, same.creator.agentId], ['Source', 'private', 'bob']);
    const body = { name: 'Other', visibility: 'public', agentId: 'eve', agentName: 'Eve' };
    const other = (await partner.ok('forkSession', { body })).session;
    deepEqual([other.name, other.visibility], ['Other', 'public']);
    deepEqual(other.creator, { agentId: 'eve', agentName: 'Eve' });
  },
);

fullSessionRule('SES-19', 'a fork begins with session.created, and so do its notes', async ({ creator }) => {
  const { session, agentToken } = await creator.ok('forkSession');
  const fork = creator.in(session.id).as(agentToken);
  equal(session.lastSeq, 1);
  const { items } = await fork.ok('listEvents');
  deepEqual(fieldsOf(items, 'seq', 'event', 'actor.id'), [[1, 'session.created', 'ada']]);
  const noteId = (await fork.ok('listNotes')).items[0]?.id ?? '';
  const history = (await fork.ok('listNoteVersions', { params: { noteId } })).items;
  deepEqual(fieldsOf(history, 'version', 'seq', 'content'), [[1, 1, 'First']]);
});

sessionRule('SES-17', 'old tokens work in the old session alone', { visibility: 'private' }, async (fixture) => {
  const { id, creator, partner, observer, invited } = fixture;
  const { session, agentToken, observerToken } = await creator.ok('forkSession');
  for (const caller of [creator, partner, observer, invited]) {
    await caller.in(session.id).refused('FORBIDDEN', 'getSession');
    await caller.ok('getSession');
  }
  await creator.in(session.id).refused('FORBIDDEN', 'postMessage', { body: { content: 'x' } });
  for (const token of [agentToken, observerToken]) {
    await creator.in(session.id).as(token).ok('getSession');
    await creator.in(id).as(token).refused('FORBIDDEN', 'getSession');
  }
});
