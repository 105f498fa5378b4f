import { equal, ok } from 'node:assert/strict';
import { defaultLimits, type EndpointName } from '@pairspace/protocol';
import type { Caller, CallInput } from '../caller.ts';
import { lastSeq } from '../session-fixture.ts';
import { sessionRule } from '../rule.ts';
import { range, together } from '../together.ts';

const { messageBytes, noteBytes, fileBytes, pathBytes, metadataBytes, nameCharacters } = defaultLimits;

/** A text of an exact number of UTF-8 bytes, in characters of one or three bytes. */
const ascii = (bytes: number): string => 'x'.repeat(bytes);
const wide = (bytes: number): string => '漢'.repeat(Math.floor(bytes / 3)) + 'x'.repeat(bytes % 3);

/** Metadata whose JSON text has an exact number of bytes. */
const metadataOf = (bytes: number, text: (bytes: number) => string) => ({ a: text(bytes - '{"a":""}'.length) });

/** A value at the limit is accepted; with one more byte it is 413 with the limit, and nothing is stored. */
const assertByteLimit = async (
  creator: Caller,
  name: EndpointName,
  limitBytes: number,
  givenOf: (bytes: number, text: (bytes: number) => string) => CallInput,
): Promise<void> => {
  for (const text of [ascii, wide]) {
    await creator.ok(name, givenOf(limitBytes, text));
    const before = await lastSeq(creator);
    const { details } = await creator.refused('PAYLOAD_TOO_LARGE', name, givenOf(limitBytes + 1, text));
    equal(details['limitBytes'], limitBytes, `${name}: details.limitBytes`);
    equal(await lastSeq(creator), before, `an oversize ${name} was stored`);
  }
};

sessionRule('LIM-1', 'KB is 1,024 bytes and MB 1,048,576, counted in UTF-8', async ({ creator }) => {
  await creator.ok('postMessage', { body: { content: '🎉'.repeat(25_600) } });
  const { details } = await creator.refused('PAYLOAD_TOO_LARGE', 'postMessage', {
    body: { content: '🎉'.repeat(25_601) },
  });
  equal(details['limitBytes'], 102_400);
  const { size } = await creator.ok('writeFile', { body: { path: 'big', content: '🎉'.repeat(262_144) } });
  equal(size, 1_048_576);
});

sessionRule('LIM-2', 'a message of 100 KB passes, a byte more is 413', async ({ creator }) => {
  await assertByteLimit(creator, 'postMessage', messageBytes, (bytes, text) => ({ body: { content: text(bytes) } }));
});

sessionRule('LIM-2', 'a note of 1 MB passes, a byte more is 413', async ({ creator }) => {
  await assertByteLimit(creator, 'createNote', noteBytes, (bytes, text) => ({ body: { content: text(bytes) } }));
  const { id } = await creator.ok('createNote');
  let expectedVersion = 1;
  await assertByteLimit(creator, 'updateNote', noteBytes, (bytes, text) => {
    const given = { params: { noteId: id }, body: { expectedVersion, content: text(bytes) } };
    if (bytes === noteBytes) expectedVersion++;
    return given;
  });
});

sessionRule('LIM-2', 'a file of 1 MB passes, a byte more is 413', async ({ creator }) => {
  await assertByteLimit(creator, 'writeFile', fileBytes, (bytes, text) => ({
    body: { path: 'big.txt', content: text(bytes) },
  }));
});

sessionRule('LIM-2', 'a path of 512 bytes passes, a byte more is 413', async ({ creator }) => {
  await assertByteLimit(creator, 'writeFile', pathBytes, (bytes, text) => ({
    body: { path: text(bytes), content: 'x' },
  }));
  await creator.ok('getFile', { params: { path: wide(pathBytes) } });
});

sessionRule('LIM-2', 'metadata of 16 KB of JSON passes, a byte more is 413', async ({ creator, nobody }) => {
  const givenOf = (bytes: number, text: (bytes: number) => string) => ({ metadata: metadataOf(bytes, text) });
  await assertByteLimit(creator, 'postMessage', metadataBytes, (bytes, text) => ({
    body: { content: 'x', ...givenOf(bytes, text) },
  }));
  await assertByteLimit(creator, 'updateSession', metadataBytes, (bytes, text) => ({ body: givenOf(bytes, text) }));
  await nobody.ok('createSession', { body: givenOf(metadataBytes, ascii) });
  await nobody.refused('PAYLOAD_TOO_LARGE', 'createSession', { body: givenOf(metadataBytes + 1, ascii) });
});

sessionRule('LIM-2', 'metadata that is no object is 400', async ({ creator, nobody }) => {
  for (const metadata of [null, [], 'text', 1, true]) {
    await nobody.refused('VALIDATION_ERROR', 'createSession', { body: { metadata } });
    await creator.refused('VALIDATION_ERROR', 'postMessage', { body: { content: 'x', metadata } });
  }
});

sessionRule('LIM-3', 'a name or title of 200 characters passes, one more is 400', { maxAgents: 4 }, async (fixture) => {
  const { creator, stranger, inviteCode, nobody } = fixture;
  for (const character of ['x', '漢', '🎉']) {
    const name = character.repeat(nameCharacters);
    const session = await creator.ok('updateSession', { body: { name } });
    equal(session.name, name);
    const note = await creator.ok('createNote', { body: { title: name } });
    equal(note.title, name);
    const tooLong = name + character;
    await nobody.refused('VALIDATION_ERROR', 'createSession', { body: { name: tooLong } });
    await nobody.refused('VALIDATION_ERROR', 'createSession', { body: { agentName: tooLong } });
    await creator.refused('VALIDATION_ERROR', 'updateSession', { body: { name: tooLong } });
    await creator.refused('VALIDATION_ERROR', 'createNote', { body: { title: tooLong } });
    await creator.refused('VALIDATION_ERROR', 'observeSession', { body: { name: tooLong } });
    await stranger.refused('VALIDATION_ERROR', 'joinSession', { body: { inviteCode, agentName: tooLong } });
  }
});

sessionRule('LIM-4', 'a session holds 1,000 notes; one more is 409 until one is deleted', async ({ creator }) => {
  const notes = await together(range(defaultLimits.notesPerSession), () => creator.ok('createNote'), 64);
  const before = await lastSeq(creator);
  await creator.conflict('limit_reached', 'createNote');
  equal(await lastSeq(creator), before);
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
