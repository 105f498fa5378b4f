import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Note } from '@pairspace/protocol';
import { actsSince, eventsAfter, fieldsOf, fullSessionRule, lastSeq, range, sessionRule, together } from '../kit.ts';

const at = (note: Pick<Note, 'id'>) => ({ params: { noteId: note.id } });
const ada = { kind: 'agent', id: 'ada', name: 'Ada' };
const bob = { kind: 'agent', id: 'bob', name: 'Bob' };

sessionRule('NOTE-1', 'a note has its shape and version 1', async ({ id, creator }) => {
  const note = await creator.ok('createNote', { body: { title: 'Plan', content: '# One\n' } });
  deepEqual([note.sessionId, note.title, note.content, note.version], [id, 'Plan', '# One\n', 1]);
  deepEqual([note.createdBy, note.lastEditor, note.copiedFrom], [ada, ada, null]);
  equal(note.createdAt, note.updatedAt);
  deepEqual(await creator.ok('getNote', at(note)), note);
});

sessionRule('NOTE-1', 'title and content have defaults', async ({ creator }) => {
  for (const given of [{}, { body: {} }]) {
    const { title, content } = await creator.ok('createNote', given);
    deepEqual([title, content], ['Untitled', '']);
  }
});

sessionRule('NOTE-2', 'notes are listed, and read with the version as ETag', async ({ creator, stranger }) => {
  const one = await creator.ok('createNote', { body: { title: 'One' } });
  const two = await creator.ok('createNote', { body: { title: 'Two' } });
  const { items } = await stranger.ok('listNotes');
  const told = items.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  deepEqual(told, [one, two]);
  equal((await stranger.success('getNote', at(one))).headers.etag, '"1"');
  await creator.ok('updateNote', { ...at(one), body: { expectedVersion: 1, content: 'x' } });
  equal((await stranger.success('getNote', at(one))).headers.etag, '"2"');
});

fullSessionRule('NOTE-3', 'an update of title or text writes the next version', async ({ partner, creator, note }) => {
  const second = await partner.ok('updateNote', { ...at(note), body: { expectedVersion: 1, title: 'Better' } });
  deepEqual([second.version, second.title, second.content], [2, 'Better', 'First']);
  deepEqual([second.createdBy, second.lastEditor, second.createdAt], [ada, bob, note.createdAt]);
  const third = await creator.ok('updateNote', { ...at(note), body: { expectedVersion: 2, content: '' } });
  deepEqual([third.version, third.title, third.content], [3, 'Better', '']);
  const both = { expectedVersion: 3, title: 'Best', content: 'Last' };
  const fourth = await creator.ok('updateNote', { ...at(note), body: both });
  deepEqual([fourth.version, fourth.title, fourth.content], [4, 'Best', 'Last']);
  deepEqual(await creator.ok('getNote', at(note)), fourth);
});

fullSessionRule('NOTE-3', 'expectedVersion, version and If-Match say the same', async ({ creator, note }) => {
  const ways = [
    (version: number) => ({ body: { expectedVersion: version, content: 'a' } }),
    (version: number) => ({ body: { version, content: 'b' } }),
    (version: number) => ({ body: { content: 'c' }, headers: { 'if-match': `"${String(version)}"` } }),
    (version: number) => ({
      body: { expectedVersion: version, version, content: 'd' },
      headers: { 'if-match': `"${String(version)}"` },
    }),
  ];
  for (const [index, way] of ways.entries()) {
    await creator.conflict('stale_version', 'updateNote', { ...at(note), ...way(index + 9) });
    equal((await creator.ok('updateNote', { ...at(note), ...way(index + 1) })).version, index + 2);
  }
});

fullSessionRule('NOTE-4', 'a stale version is refused with the current note', async ({ creator, partner, note }) => {
  const current = await creator.ok('updateNote', { ...at(note), body: { expectedVersion: 1, content: 'ours' } });
  const before = await lastSeq(creator);
  for (const expectedVersion of [1, 3, 1000]) {
    const late = { ...at(note), body: { expectedVersion, content: 'theirs' } };
    const { details } = await partner.conflict('stale_version', 'updateNote', late);
    equal(details['currentVersion'], 2);
    deepEqual(details['current'], current);
  }
  deepEqual(await actsSince(creator, before), []);
  deepEqual(await creator.ok('getNote', at(note)), current);
  equal((await creator.ok('listNoteVersions', at(note))).items.length, 2);
});

fullSessionRule('NOTE-4', 'of many edits at once one wins', async ({ creator, partner, observer, invited, note }) => {
  const editors = [creator, partner, observer, invited];
  let version = 1;
  for (const round of range(6)) {
    const edits = await together(
      range(12),
      (number) =>
        (editors[number % editors.length] ?? creator).call('updateNote', {
          ...at(note),
          body: { expectedVersion: version, content: `${String(round)}.${String(number)}` },
        }),
      12,
    );
    const won = edits.flatMap((reply) => (reply.ok ? [reply.data] : []));
    equal(won.length, 1);
    for (const reply of edits) if (!reply.ok) deepEqual(reply.error.details['current'], won[0]);
    equal(won[0]?.version, ++version);
    deepEqual(await creator.ok('getNote', at(note)), won[0]);
  }
});

fullSessionRule('NOTE-5', 'If-Match takes the number with or without quotes', async ({ creator, note }) => {
  for (const [index, tag] of ['"1"', '2', '"3"'].entries()) {
    const given = { ...at(note), body: { content: tag }, headers: { 'if-match': tag } };
    equal((await creator.ok('updateNote', given)).version, index + 2);
  }
});

fullSessionRule('NOTE-5', 'any other text, and a body that disagrees, are 400', async ({ creator, note }) => {
  for (const tag of ['"1', '1"', '', ',', '"1" "2"', '*, "1"', '-1', '1.0', 'x']) {
    const given = { ...at(note), body: { content: 'x' }, headers: { 'if-match': tag } };
    await creator.refused('VALIDATION_ERROR', 'updateNote', given);
  }
  const contradictions = [
    { body: { expectedVersion: 2, content: 'x' }, headers: { 'if-match': '"1"' } },
    { body: { version: 2, content: 'x' }, headers: { 'if-match': '"1"' } },
    { body: { expectedVersion: 1, version: 2, content: 'x' } },
  ];
  for (const given of contradictions) {
    await creator.refused('VALIDATION_ERROR', 'updateNote', { ...at(note), ...given });
  }
  equal((await creator.ok('getNote', at(note))).version, 1);
});

fullSessionRule('NOTE-6', 'a PUT without title and content, or without a version, is 400', async (fixture) => {
  const { creator, note } = fixture;
  await creator.refused('VALIDATION_ERROR', 'updateNote', { ...at(note), body: { expectedVersion: 1 } });
  await creator.refused('VALIDATION_ERROR', 'updateNote', { ...at(note), body: { expectedVersion: 5 } });
  await creator.refused('VALIDATION_ERROR', 'updateNote', { ...at(note), body: { content: 'x' } });
  equal((await creator.ok('getNote', at(note))).version, 1);
});

fullSessionRule('NOTE-6', 'a PUT that changes nothing still takes the next version', async ({ creator, note }) => {
  const before = await lastSeq(creator);
  const body = { expectedVersion: 1, title: note.title, content: note.content };
  equal((await creator.ok('updateNote', { ...at(note), body })).version, 2);
  equal(await lastSeq(creator), before + 1);
});

fullSessionRule('NOTE-7', 'DELETE removes the note and its history', async ({ creator, note }) => {
  await creator.ok('updateNote', { ...at(note), body: { expectedVersion: 1, content: 'x' } });
  await creator.ok('deleteNote', at(note));
  await creator.refused('NOT_FOUND', 'getNote', at(note));
  await creator.refused('NOT_FOUND', 'listNoteVersions', at(note));
  await creator.refused('NOT_FOUND', 'getNoteVersion', { params: { noteId: note.id, version: '1' } });
  await creator.refused('NOT_FOUND', 'updateNote', { ...at(note), body: { expectedVersion: 2, content: 'x' } });
  await creator.refused('NOT_FOUND', 'deleteNote', at(note));
  deepEqual((await creator.ok('listNotes')).items, []);
  notEqual((await creator.ok('createNote')).id, note.id);
});

fullSessionRule('NOTE-8', 'every version is kept, newest first, with editor and seq', async (fixture) => {
  const { id, creator, partner, observer, note } = fixture;
  await partner.ok('updateNote', { ...at(note), body: { expectedVersion: 1, content: 'Second' } });
  await observer.ok('updateNote', { ...at(note), body: { expectedVersion: 2, title: 'Third' } });
  const { items } = await creator.ok('listNoteVersions', at(note));
  deepEqual(fieldsOf(items, 'version', 'title', 'content', 'editor.kind'), [
    [3, 'Third', 'Second', 'observer'],
    [2, 'Plan', 'Second', 'agent'],
    [1, 'Plan', 'First', 'agent'],
  ]);
  const log = await eventsAfter(creator, 0);
  for (const item of items) {
    deepEqual([item.id, item.noteId, item.sessionId], [note.id, note.id, id]);
    const event = log.find(({ seq }) => seq === item.seq);
    deepEqual(
      [event?.event, event && 'version' in event.data && event.data.version],
      [item.version === 1 ? 'note.created' : 'note.updated', item.version],
    );
    const params = { noteId: note.id, version: String(item.version) };
    deepEqual(await creator.ok('getNoteVersion', { params }), item);
  }
});

fullSessionRule('NOTE-8', 'an unknown version is 404', async ({ creator, note }) => {
  for (const version of ['2', '99', '999999999999999']) {
    await creator.refused('NOT_FOUND', 'getNoteVersion', { params: { noteId: note.id, version } });
  }
});

fullSessionRule('NOTE-3', 'an editor is an agent or an observer', async ({ invited, observer, note }) => {
  const edited = await invited.ok('updateNote', { ...at(note), body: { expectedVersion: 1, content: 'x' } });
  deepEqual([edited.lastEditor.kind, edited.lastEditor.name], ['observer', 'Ines']);
  match(edited.lastEditor.id, /^obv_/);
  ok(edited.updatedAt >= note.updatedAt);
  const body = { expectedVersion: 2, content: 'y' };
  equal((await observer.ok('updateNote', { ...at(note), body })).lastEditor.name, 'Observer');
});
