import type { Endpoint, Note } from '@pairspace/protocol';
import { deepEqual, equal, ok } from 'node:assert/strict';
import { actsSince, fullSessionRule, lastSeq, range, rule, sessionRule, together } from '../kit.ts';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';

const at = (note: Pick<Note, 'id'>) => ({ params: { noteId: note.id } });
const replace = (old: string, by: string, all = false) => ({ replace: { old, new: by, all } });
const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

sessionRule('EDIT-1', 'edits write the next version and tell the whole note', async ({ creator, partner }) => {
  const note = await creator.ok('createNote', { body: { title: 'Plan', content: lines('# A', 'one', '# B') } });
  const edits = [
    { append: 'end' },
    { prepend: 'start' },
    replace('one', 'two'),
    { section: { heading: 'B', content: 'b\n' } },
  ];
  const { merged, ...edited } = await partner.ok('editNote', { ...at(note), body: { edits, title: 'Next' } });
  deepEqual([edited.content, edited.title], [lines('start', '# A', 'two', '# B', 'b'), 'Next']);
  deepEqual([edited.version, edited.lastEditor.id, merged], [2, 'bob', false]);
  deepEqual(await creator.ok('getNote', at(note)), edited);
  const { items } = await creator.ok('listEvents', { query: { since: (await lastSeq(creator)) - 1 } });
  deepEqual([items.at(-1)?.event, items.at(-1)?.data], ['note.updated', edited]);
});

fullSessionRule('EDIT-1', 'an edit is of one kind, and there are 1–100', async ({ creator, note }) => {
  const refused: unknown[] = [
    [{ append: 'x', prepend: 'y' }],
    [{ replace: { old: '', new: 'x' } }],
    [{ replace: { old: 'x' } }],
    [{ section: { heading: '##', content: '' } }],
    [{ section: { heading: 'a\nb', content: '' } }],
  ];
  for (const edits of refused) {
    await creator.refused('VALIDATION_ERROR', 'editNote', { ...at(note), body: { edits } });
  }
  await creator.ok('editNote', { ...at(note), body: { edits: range(100).map(() => ({ append: 'x' })) } });
});

sessionRule('EDIT-3', 'a text that is not there, or there twice, is refused', async ({ creator }) => {
  const note = await creator.ok('createNote', { body: { content: 'a b a' } });
  const none = [{ append: 'x' }, replace('c', 'x')];
  const missing = await creator.conflict('edit_not_found', 'editNote', { ...at(note), body: { edits: none } });
  equal(missing.details['edit'], 1);
  const twice = await creator.conflict('edit_ambiguous', 'editNote', {
    ...at(note),
    body: { edits: [replace('a', 'x')] },
  });
  deepEqual([twice.details['edit'], twice.details['count']], [0, 2]);
  const edited = await creator.ok('editNote', { ...at(note), body: { edits: [replace('a', 'x', true)] } });
  equal(edited.content, 'x b x');
});

sessionRule('EDIT-7', 'edits of an older version are merged with what came since', async ({ creator, partner }) => {
  const note = await creator.ok('createNote', { body: { content: lines('a', 'b', 'c') } });
  await partner.ok('editNote', { ...at(note), body: { expectedVersion: 1, edits: [replace('a', 'A')] } });
  const edited = await creator.ok('editNote', {
    ...at(note),
    body: { expectedVersion: 1, edits: [replace('c', 'C')] },
  });
  deepEqual([edited.content, edited.version, edited.merged], [lines('A', 'b', 'C'), 3, true]);
});

sessionRule('EDIT-8', 'lines that both sides have changed are refused with both', async ({ creator, partner }) => {
  const note = await creator.ok('createNote', { body: { title: 'Plan', content: lines('a', 'b') } });
  const theirs = await partner.ok('updateNote', {
    ...at(note),
    body: { expectedVersion: 1, content: lines('a', 'theirs'), title: 'Theirs' },
  });
  const refused = await creator.conflict('edit_overlaps', 'editNote', {
    ...at(note),
    body: { expectedVersion: 1, edits: [replace('b', 'mine')] },
  });
  const { current, base, currentVersion, conflicts } = refused.details;
  deepEqual([current, currentVersion, (base as Note).content], [theirs, 2, lines('a', 'b')]);
  deepEqual(conflicts, [{ yours: 'mine\n', theirs: 'theirs\n' }]);
  const title = { expectedVersion: 1, edits: [replace('a', 'A')], title: 'Mine' };
  await creator.conflict('edit_overlaps', 'editNote', { ...at(note), body: title });
  deepEqual(await creator.ok('getNote', at(note)), theirs);
});

sessionRule('EDIT-7', 'a hundred edits of a megabyte merge', async ({ creator, partner }) => {
  const content = range(20_000)
    .map((index) => `line ${String(index)} ${'x'.repeat(35)}\n`)
    .join('');
  const note = await creator.ok('createNote', { body: { content } });
  await partner.ok('editNote', { ...at(note), body: { edits: [replace('line 7 ', 'theirs ')] } });
  const edits = range(100).map((index) => replace(`line ${String(100 + index * 99)} `, `mine ${String(index)} `));
  const edited = await creator.ok('editNote', { ...at(note), body: { expectedVersion: 1, edits } });
  equal(edited.merged, true);
  equal(edited.content.match(/^mine /gm)?.length, 100);
  ok(edited.content.includes('\ntheirs '));
});

sessionRule('EDIT-10', 'one edit that fails fails all, and nothing is written', async ({ creator }) => {
  const note = await creator.ok('createNote', { body: { content: 'a' } });
  const before = await lastSeq(creator);
  const edits = [{ append: 'x' }, replace('none', 'y')];
  await creator.conflict('edit_not_found', 'editNote', { ...at(note), body: { edits } });
  await creator.conflict('stale_version', 'editNote', {
    ...at(note),
    body: { expectedVersion: 2, edits: [{ append: 'x' }] },
  });
  const long = 'x'.repeat(700_000);
  const grown = await creator.ok('editNote', { ...at(note), body: { edits: [{ append: long }] } });
  await creator.refused('PAYLOAD_TOO_LARGE', 'editNote', { ...at(note), body: { edits: [{ append: long }] } });
  await creator.refused('PAYLOAD_TOO_LARGE', 'editNote', {
    ...at(note),
    body: { edits: [replace('x', 'y'.repeat(1000), true)] },
  });
  equal(grown.version, 2);
  equal((await creator.ok('getNote', at(note))).version, 2);
  equal(await lastSeq(creator), before + 1);
});

sessionRule('EDIT-7', 'of many edits of one version at once none is lost', async ({ creator, partner }) => {
  const numbers = range(30);
  const note = await creator.ok('createNote', {
    body: { content: lines(...numbers.map((n) => `line ${String(n)}.`)) },
  });
  await together(numbers, (n, index) =>
    (index % 2 === 0 ? creator : partner).ok('editNote', {
      ...at(note),
      body: { expectedVersion: 1, edits: [replace(`line ${String(n)}.`, `edited ${String(n)}.`)] },
    }),
  );
  const { content, version } = await creator.ok('getNote', at(note));
  deepEqual([content, version], [lines(...numbers.map((n) => `edited ${String(n)}.`)), 31]);
});

sessionRule('EDIT-12', 'files are edited and merged like notes', async ({ creator, partner }) => {
  const path = 'src/a b.ts';
  await creator.ok('writeFile', { body: { path, content: lines('a', 'b', 'c') } });
  const first = await partner.ok('editFile', { params: { path }, body: { edits: [replace('a', 'A')] } });
  deepEqual([first.version, first.merged, first.lastEditor.id], [2, false, 'bob']);
  const edited = await creator.ok('editFile', {
    params: { path },
    body: { expectedVersion: 1, edits: [replace('c', 'C')] },
  });
  const { content, ...file } = await creator.ok('getFile', { params: { path } });
  equal(content, lines('A', 'b', 'C'));
  deepEqual(edited, { ...file, merged: true });
  const late = { expectedVersion: 1, edits: [replace('a', 'x')] };
  const refused = await creator.conflict('edit_overlaps', 'editFile', { params: { path }, body: late });
  deepEqual(refused.details['conflicts'], [{ yours: 'x\n', theirs: 'A\n' }]);
  await creator.conflict('stale_version', 'editFile', { params: { path }, body: { ...late, expectedVersion: 9 } });
});

sessionRule('EDIT-12', 'a version that is not kept any more cannot be edited', async ({ creator }) => {
  const path = 'log.txt';
  for (const number of range(101)) await creator.ok('writeFile', { body: { path, content: String(number) } });
  const body = { expectedVersion: 1, edits: [{ append: 'x' }] };
  await creator.conflict('version_gone', 'editFile', { params: { path }, body });
  await creator.ok('editFile', { params: { path }, body: { ...body, expectedVersion: 101 } });
});

const names = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'] as const;

rule('API-24', 'a write refuses every precondition that it does not know, and changes nothing', async (context) => {
  const writes = endpointEntries.filter(([, { method }]) => method !== 'GET');
  await together(writes, async ([name, { preconditions = [] }]: [(typeof endpointEntries)[number][0], Endpoint]) => {
    const fixture = await context.aFullSession();
    const before = await lastSeq(fixture.creator);
    for (const header of names.filter((one) => !(preconditions as readonly string[]).includes(one))) {
      const given = { ...sampleOf(name, fixture), headers: { [header]: '"1"' } };
      await actorOf(name, fixture).refused('VALIDATION_ERROR', name, given);
    }
    deepEqual(await actsSince(fixture.creator, before), []);
  });
});

fullSessionRule('API-24', 'a write is refused when If-Match names another version', async ({ creator, note, file }) => {
  const noteAt = { params: { noteId: note.id } };
  const fileAt = { params: { path: file.path } };
  const body = { edits: [{ append: 'x' }] };
  const written = { body: { path: file.path, content: 'x' } };
  for (const tags of ['"7"', 'W/"1"', '"01"', '"x", "2"', Array(100).fill('"9"').join()]) {
    const headers = { 'if-match': tags };
    const refusals = [
      await creator.conflict('stale_version', 'updateNote', { ...noteAt, body: { content: 'x' }, headers }),
      await creator.conflict('stale_version', 'editNote', { ...noteAt, body, headers }),
      await creator.conflict('stale_version', 'deleteNote', { ...noteAt, headers }),
      await creator.conflict('stale_version', 'writeFile', { ...written, headers }),
      await creator.conflict('stale_version', 'editFile', { ...fileAt, body, headers }),
      await creator.conflict('stale_version', 'deleteFile', { ...fileAt, headers }),
    ];
    deepEqual(
      refusals.map(({ details }) => (details['current'] as { version: number }).version),
      refusals.map(() => 1),
    );
  }
  for (const [index, tags] of ['*', '"9", "2"', ' "3" ,, W/"1"'].entries()) {
    const given = { ...noteAt, body, headers: { 'if-match': tags } };
    equal((await creator.ok('editNote', given)).version, index + 2);
  }
  const isNew = { 'if-none-match': '*' };
  await creator.conflict('file_exists', 'writeFile', { ...written, headers: isNew });
  const fresh = { path: 'fresh.txt', content: 'x' };
  await creator.conflict('stale_version', 'writeFile', { body: fresh, headers: { 'if-match': '*' } });
  equal((await creator.ok('writeFile', { body: fresh, headers: isNew })).version, 1);
  await creator.ok('deleteFile', { params: { path: 'fresh.txt' }, headers: { 'if-match': '"1"' } });
  await creator.ok('deleteNote', { ...noteAt, headers: { 'if-match': '*' } });
});
