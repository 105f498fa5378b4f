import { defaultLimits } from '@pairspace/protocol';
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { CallInput } from '../caller.ts';
import { actsSince, lastSeq, range, sessionRule, together } from '../kit.ts';

sessionRule('LIM-1', 'KB is 1,024 bytes and MB 1,048,576, counted in UTF-8', async ({ creator }) => {
  await creator.ok('postMessage', { body: { content: '🎉'.repeat(25_600) } });
  const { details } = await creator.refused('PAYLOAD_TOO_LARGE', 'postMessage', {
    body: { content: '🎉'.repeat(25_601) },
  });
  equal(details['limitBytes'], 102_400);
  const { size } = await creator.ok('writeFile', { body: { path: 'big', content: '🎉'.repeat(262_144) } });
  equal(size, 1_048_576);
});

sessionRule('LIM-3', 'a name or title of 200 characters passes, one more is 400', async ({ creator }) => {
  for (const character of ['x', '漢', '🎉']) {
    const name = character.repeat(200);
    equal((await creator.ok('updateSession', { body: { name } })).name, name);
    equal((await creator.ok('createNote', { body: { title: name } })).title, name);
    await creator.refused('VALIDATION_ERROR', 'updateSession', { body: { name: name + character } });
    await creator.refused('VALIDATION_ERROR', 'createNote', { body: { title: name + character } });
  }
});

sessionRule('LIM-4', 'a session holds 1,000 notes; one more is 409 until one is deleted', async ({ creator }) => {
  const notes = await together(range(defaultLimits.notesPerSession), () => creator.ok('createNote'), 64);
  const before = await lastSeq(creator);
  await creator.conflict('limit_reached', 'createNote');
  deepEqual(await actsSince(creator, before), []);
  await creator.ok('deleteNote', { params: { noteId: notes[500]?.id ?? '' } });
  await creator.ok('createNote');
  await creator.conflict('limit_reached', 'createNote');
});

sessionRule('LIM-4', 'a session holds 1,000 files; one more is 409, a new version is not', async ({ creator }) => {
  const write = (path: number | string): CallInput => ({ body: { path: String(path), content: 'x' } });
  await together(range(defaultLimits.filesPerSession), (number) => creator.ok('writeFile', write(number)), 64);
  await creator.conflict('limit_reached', 'writeFile', write('one more'));
  equal((await creator.ok('writeFile', write(7))).version, 2);
  await creator.ok('deleteFile', { params: { path: '7' } });
  await creator.ok('writeFile', write('one more'));
  await creator.conflict('limit_reached', 'writeFile', write('two more'));
});

sessionRule('LIM-4', 'the count holds when many come at once', async ({ creator }) => {
  const { notesPerSession } = defaultLimits;
  const replies = await together(range(notesPerSession + 40), () => creator.call('createNote'), 128);
  equal(replies.filter(({ ok: made }) => made).length, notesPerSession);
  ok(replies.every((reply) => reply.ok || reply.error.details['reason'] === 'limit_reached'));
});

sessionRule('CAP-2', 'storedBytes grows with a file until it is deleted', async ({ creator }) => {
  const stored = async (): Promise<number> => (await creator.ok('getSession')).storedBytes ?? NaN;
  const before = await stored();
  await creator.ok('writeFile', { body: { path: 'large.txt', content: 'x'.repeat(100_000) } });
  const withFile = await stored();
  ok(withFile >= before + 100_000, `${String(before)} bytes, then ${String(withFile)}`);
  await creator.ok('writeFile', { body: { path: 'large.txt', content: '' } });
  ok((await stored()) >= before + 100_000, 'a file that was emptied keeps its version');
  await creator.ok('deleteFile', { params: { path: 'large.txt' } });
  ok((await stored()) < before + 10_000, 'a file that was deleted gives back its content');
});

sessionRule('CAP-2', 'storedBytes counts every version of a note until the note is deleted', async ({ creator }) => {
  const stored = async (): Promise<number> => (await creator.ok('getSession')).storedBytes ?? NaN;
  const note = await creator.ok('createNote', { body: { content: 'x'.repeat(50_000) } });
  const one = await stored();
  const body = { expectedVersion: 1, content: 'y'.repeat(50_000) };
  await creator.ok('updateNote', { params: { noteId: note.id }, body });
  const two = await stored();
  ok(two >= one + 50_000, `${String(one)} bytes with one version, ${String(two)} with two`);
  await creator.ok('deleteNote', { params: { noteId: note.id } });
  ok((await stored()) <= two - 40_000, 'the versions of a deleted note are given back');
});

sessionRule('CAP-2', 'agents see storedBytes', async (fixture) => {
  const { creator, partner, observer, invited, walkIn, stranger, nobody } = fixture;
  const { agentToken } = await nobody.ok('createSession');
  for (const agent of [creator, partner]) equal(typeof (await agent.ok('getSession')).storedBytes, 'number');
  for (const other of [observer, invited, walkIn, stranger, stranger.as(agentToken)]) {
    equal((await other.ok('getSession')).storedBytes, undefined);
  }
  const { items } = await stranger.ok('listSessions', { query: { limit: 5 } });
  for (const session of items) equal(session.storedBytes, undefined);
});
