import { equal, ok } from 'node:assert/strict';
import { sessionRule } from '../rule.ts';

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

sessionRule('CAP-2', 'storedBytes is for agents', async (fixture) => {
  const { creator, partner, observer, invited, walkIn, stranger, nobody } = fixture;
  const { agentToken } = await nobody.ok('createSession');
  for (const agent of [creator, partner]) equal(typeof (await agent.ok('getSession')).storedBytes, 'number');
  for (const other of [observer, invited, walkIn, stranger, stranger.as(agentToken)]) {
    equal((await other.ok('getSession')).storedBytes, undefined);
  }
  const { items } = await stranger.ok('listSessions', { query: { limit: 5 } });
  for (const session of items) equal(session.storedBytes, undefined);
});
