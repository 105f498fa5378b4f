import { deepEqual, equal } from 'node:assert/strict';
import { fieldsOf, fullSessionRule, lastSeq, range, sessionRule } from '../kit.ts';

const at = (path: string, query: Record<string, string | number> = {}) => ({ params: { path }, query });

const without = <T extends object, K extends keyof T & string>(entity: T, field: K): Omit<T, K> =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => name !== field)) as Omit<T, K>;

sessionRule('TIME-1', 'a file keeps its newest hundred versions', async ({ creator, partner, stranger }) => {
  const path = 'a/log.txt';
  for (const number of range(102)) {
    await (number % 2 === 0 ? creator : partner).ok('writeFile', { body: { path, content: `v${String(number + 1)}` } });
  }
  const first = await stranger.ok('listFileVersions', at(path, { limit: 60 }));
  const rest = await stranger.ok('listFileVersions', at(path, { limit: 60, cursor: first.nextCursor ?? '' }));
  const versions = [...first.items, ...rest.items];
  const told = range(100).map((index) => 102 - index);
  deepEqual(fieldsOf(versions, 'version'), told);
  equal(rest.nextCursor, null);
  const file = await stranger.ok('getFile', at(path));
  const newest = versions[0];
  deepEqual([newest?.id, newest?.contentHash, newest?.editor.id], [file.id, file.contentHash, 'bob']);
  equal(newest?.seq, await lastSeq(creator));
  equal((await stranger.ok('getFile', at(path, { version: 3 }))).content, 'v3');
  deepEqual(await stranger.ok('getFile', at(path, { version: 102 })), file);
  const gone = await stranger.refused('NOT_FOUND', 'getFile', at(path, { version: 2 }));
  equal(gone.details['reason'], 'version_gone');
  await stranger.refused('NOT_FOUND', 'getFile', at(path, { version: 103 }));
});

sessionRule('TIME-2', 'the state after any event is what reads answered then', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner, observer, stranger } = fixture;
  const then = new Map<number, unknown>();
  const look = async (): Promise<void> => {
    const session = await stranger.ok('getSession');
    const notes = (await stranger.ok('listNotes')).items.map((note) => without(note, 'content'));
    const files = (await stranger.ok('listFiles')).items;
    then.set(session.lastSeq, { session, agents: session.agents, notes, files });
  };
  await look();
  const note = await creator.ok('createNote', { body: { title: 'One', content: 'a' } });
  await look();
  await observer.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, title: 'Two' } });
  await look();
  await partner.ok('writeFile', { body: { path: 'b.txt', content: 'b' } });
  await creator.ok('writeFile', { body: { path: 'a.txt', content: 'a' } });
  await look();
  await creator.ok('deleteNote', { params: { noteId: note.id } });
  await look();
  await creator.ok('deleteFile', at('a.txt'));
  await look();
  await creator.ok('writeFile', { body: { path: 'a.txt', content: 'again' } });
  await look();
  await creator.ok('updateSession', { body: { status: 'paused', name: 'Renamed' } });
  await look();
  await stranger.ok('observeSession', { body: { name: 'Olga' } });
  await look();
  for (const [seq, expected] of then) {
    const { session, agents, notes, files } = await stranger.ok('getState', { query: { seq } });
    deepEqual({ session, agents, notes, files }, expected);
  }
  const now = await stranger.ok('getState');
  deepEqual([now.seq, now.sessionId], [Math.max(...then.keys()), now.session.id]);
});

fullSessionRule('TIME-3', 'messages and jobs are counted as they were', async ({ creator }) => {
  const before = await creator.ok('getState');
  const { pending, running, ended } = before.jobs;
  const { queue } = await creator.ok('getCompute');
  deepEqual([pending, running], [queue.pending, queue.running]);
  equal(pending + running + ended, (await creator.ok('listJobs')).items.length);
  await creator.ok('submitJob', { body: { type: 'sample.more' } });
  deepEqual((await creator.ok('getState')).jobs, { pending: pending + 1, running, ended });
  const counts: [number, number][] = [];
  for (const number of range(300)) {
    const { seq } = await creator.ok('postMessage', { body: { content: `Message ${String(number)} of many.` } });
    counts.push([seq, before.messageCount + number + 1]);
  }
  for (const [seq, expected] of counts.filter((_, index) => index % 23 === 0 || index > 290)) {
    equal((await creator.ok('getState', { query: { seq } })).messageCount, expected);
  }
  deepEqual((await creator.ok('getState', { query: { seq: before.seq } })).jobs, before.jobs);
  deepEqual((await creator.ok('getState', { query: { seq: 1 } })).jobs, { pending: 0, running: 0, ended: 0 });
});

fullSessionRule('TIME-4', 'a seq that is not there yet is 400', async ({ creator, note, file }) => {
  const query = { seq: (await lastSeq(creator)) + 1 };
  await creator.refused('VALIDATION_ERROR', 'getState', { query });
  await creator.refused('VALIDATION_ERROR', 'getNote', { params: { noteId: note.id }, query });
  await creator.refused('VALIDATION_ERROR', 'getFile', at(file.path, query));
  await creator.refused('VALIDATION_ERROR', 'forkSession', { body: query });
});

sessionRule('TIME-5', 'a note is answered as it was, also when it was deleted since', async ({ creator, stranger }) => {
  const start = await lastSeq(creator);
  const first = await creator.ok('createNote', { body: { title: 'One', content: 'a' } });
  const params = { noteId: first.id };
  const second = await creator.ok('updateNote', { params, body: { expectedVersion: 1, content: 'b' } });
  await creator.ok('deleteNote', { params });
  deepEqual(await stranger.ok('getNote', { params, query: { seq: start + 1 } }), first);
  deepEqual(await stranger.ok('getNote', { params, query: { seq: start + 2 } }), second);
  await stranger.refused('NOT_FOUND', 'getNote', { params, query: { seq: start } });
  await stranger.refused('NOT_FOUND', 'getNote', { params, query: { seq: start + 3 } });
  await stranger.refused('NOT_FOUND', 'getNote', { params });
});

sessionRule('TIME-5', 'the file at a path is answered as it was', async ({ creator, stranger }) => {
  const path = 'a.txt';
  const base = await lastSeq(creator);
  await creator.ok('writeFile', { body: { path, content: 'one' } });
  await creator.ok('writeFile', { body: { path, content: 'two' } });
  equal((await stranger.ok('getFile', at(path, { seq: base + 1 }))).content, 'one');
  equal((await stranger.ok('getFile', at(path, { seq: base + 2 }))).content, 'two');
  await stranger.refused('NOT_FOUND', 'getFile', at(path, { seq: base }));
  await stranger.refused('VALIDATION_ERROR', 'getFile', at(path, { seq: base + 1, version: 1 }));
});

sessionRule('TIME-7', 'a file that was deleted and written again has two histories', async ({ creator, stranger }) => {
  const path = 'a.txt';
  const base = await lastSeq(creator);
  const first = await creator.ok('writeFile', { body: { path, content: 'one' } });
  await creator.ok('deleteFile', at(path));
  const again = await creator.ok('writeFile', { body: { path, content: 'two' } });
  equal(again.version, 1);
  const gone = await stranger.refused('NOT_FOUND', 'getFile', at(path, { seq: base + 1 }));
  equal(gone.details['reason'], 'version_gone');
  deepEqual((await stranger.ok('getState', { query: { seq: base + 1 } })).files, [first]);
  await stranger.refused('NOT_FOUND', 'getFile', at(path, { seq: base + 2 }));
  deepEqual(await stranger.ok('getFile', at(path, { seq: base + 3 })), { ...again, content: 'two' });
  deepEqual(fieldsOf((await stranger.ok('listFileVersions', at(path))).items, 'id', 'version'), [[again.id, 1]]);
});

sessionRule('TIME-8', 'a fork begins with notes and files as they were after an event', async ({ creator, id }) => {
  const note = await creator.ok('createNote', { body: { title: 'One', content: 'a' } });
  const gone = await creator.ok('createNote', { body: { title: 'Gone', content: 'g' } });
  await creator.ok('writeFile', { body: { path: 'a.txt', content: 'one' } });
  const seq = await lastSeq(creator);
  await creator.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'b' } });
  await creator.ok('deleteNote', { params: { noteId: gone.id } });
  await creator.ok('writeFile', { body: { path: 'a.txt', content: 'two' } });
  await creator.ok('writeFile', { body: { path: 'b.txt', content: 'b' } });

  const past = await creator.ok('forkSession', { body: { seq, files: true } });
  deepEqual([past.notesCopied, past.filesCopied, past.session.forkedFrom], [2, 1, { sessionId: id, seq }]);
  const there = creator.as(past.agentToken).in(past.session.id);
  deepEqual(
    (await there.ok('listNotes')).items
      .map(({ title, content, version, copiedFrom }) => [title, content, version, copiedFrom?.version])
      .sort(),
    [
      ['Gone', 'g', 1, 1],
      ['One', 'a', 1, 1],
    ],
  );
  const file = await there.ok('getFile', at('a.txt'));
  deepEqual([file.content, file.version, file.sessionId], ['one', 1, past.session.id]);
  equal((await there.ok('listFiles')).items.length, 1);
  equal((await there.ok('getFile', at('a.txt', { seq: past.session.lastSeq }))).content, 'one');

  const now = await creator.ok('forkSession', {});
  deepEqual([now.notesCopied, now.filesCopied], [1, 0]);
});

sessionRule('TIME-8', 'a fork refuses files whose content of that time is gone', async ({ creator }) => {
  const path = 'log.txt';
  await creator.ok('writeFile', { body: { path, content: 'first' } });
  const seq = await lastSeq(creator);
  for (const number of range(100)) await creator.ok('writeFile', { body: { path, content: String(number) } });
  const refused = await creator.conflict('version_gone', 'forkSession', { body: { seq, files: true } });
  deepEqual(refused.details['paths'], [path]);
  equal((await creator.ok('forkSession', { body: { seq } })).filesCopied, 0);
});

sessionRule('TIME-8', 'a fork outlives its source, and a fork of it too', async ({ creator }) => {
  await creator.ok('createNote', { body: { title: 'One', content: 'kept' } });
  await creator.ok('writeFile', { body: { path: 'a.txt', content: 'kept' } });
  const fork = await creator.ok('forkSession', { body: { files: true } });
  const there = creator.as(fork.agentToken).in(fork.session.id);
  await creator.ok('deleteSession');
  const next = await there.ok('forkSession', { body: { files: true } });
  const further = creator.as(next.agentToken).in(next.session.id);
  await there.ok('deleteSession');
  deepEqual(fieldsOf((await further.ok('listNotes')).items, 'content'), ['kept']);
  equal((await further.ok('getFile', at('a.txt'))).content, 'kept');
  await further.ok('writeFile', { body: { path: 'a.txt', content: 'changed' } });
  equal((await further.ok('getFile', at('a.txt', { version: 1 }))).content, 'kept');
});
