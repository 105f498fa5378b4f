import { deepEqual, equal } from 'node:assert/strict';
import type { Endpoint } from '@pairspace/protocol';
import { fullSessionRule, rule } from '../rule.ts';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import { lastSeq } from '../session-fixture.ts';
import { together } from '../tools.ts';

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
    equal(await lastSeq(fixture.creator), before);
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
