import { deepEqual, equal, ok } from 'node:assert/strict';
import { canonicalJson, type Checkpoint, type Event, type PublicKey } from '@pairspace/protocol';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { sessionRule } from '../rule.ts';
import { asListed } from '../session-fixture.ts';
import { fieldsOf } from '../tools.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The correct hashes of the events of a whole log. */
const chainOf = (sessionId: string, events: readonly Event[]): string[] => {
  let previous = sha256(sessionId);
  return events.map((event) => (previous = sha256(`${previous}\n${canonicalJson({ ...event, hash: undefined })}`)));
};

const isSignedBy = (keys: readonly PublicKey[], { sessionId, seq, hash, signedAt, keyId, signature }: Checkpoint) => {
  const jwk = keys.find(({ kid }) => kid === keyId);
  ok(jwk, 'the key of the checkpoint is listed');
  const text = ['pairspace.checkpoint.v1', sessionId, seq, hash, signedAt].join('\n');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
};

sessionRule('CHN-1', 'events carry a chain of hashes', { metadata: { 10: 'ten', 9: [0.1, 1e21] } }, async (fixture) => {
  const { id, creator, partner, observer } = fixture;
  await partner.ok('postMessage', {
    body: { content: '"\u{1f600}"\u2028\u0007', metadata: { ключ: { b: 1, a: null } } },
  });
  const note = await creator.ok('createNote', { body: { title: 'Plan', content: '# One\n' } });
  await observer.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: '# Two\n' } });
  await creator.ok('writeFile', { body: { path: 'ä.txt', content: 'text' } });
  await creator.ok('deleteNote', { params: { noteId: note.id } });
  const { items } = await creator.ok('listEvents', { query: { since: 0, limit: 200 } });
  deepEqual(fieldsOf(items, 'hash'), chainOf(id, items));
});

sessionRule('CHN-1', 'a message that was answered is in the chain as it was answered', async ({ creator }) => {
  const message = await creator.ok('postMessage', { body: { content: 'Hello', metadata: { z: 1, a: 2 } } });
  const { items } = await creator.ok('listEvents', { query: { since: message.seq - 1 } });
  equal(items.length, 1);
  deepEqual(items[0]?.data, asListed(message));
});

sessionRule('CHN-3', 'a checkpoint is the newest event, signed by the service', async ({ id, creator, stranger }) => {
  for (const content of ['One', 'Two']) {
    const { seq } = await creator.ok('postMessage', { body: { content } });
    const checkpoint = await stranger.ok('getCheckpoint');
    const { items } = await creator.ok('listEvents', { query: { since: seq - 1 } });
    deepEqual([checkpoint.sessionId, checkpoint.seq, checkpoint.hash], [id, seq, items[0]?.hash]);
    const { keys } = await stranger.ok('listKeys');
    ok(isSignedBy(keys, checkpoint), 'the signature fits');
    ok(!isSignedBy(keys, { ...checkpoint, seq: seq + 1 }), 'the signature fits nothing else');
  }
});

sessionRule(
  'CHN-3',
  'readers alone see the checkpoint of a private session',
  { visibility: 'private' },
  async ({ creator, stranger }) => {
    await stranger.refused('UNAUTHORIZED', 'getCheckpoint');
    await creator.ok('getCheckpoint');
  },
);

sessionRule('CHN-4', 'every public key is named by its thumbprint', async ({ stranger }) => {
  const { keys } = await stranger.ok('listKeys');
  equal((await stranger.ok('getCheckpoint')).keyId, keys[0]?.kid);
  for (const { x, kid } of keys) {
    const members = `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`;
    equal(kid, createHash('sha256').update(members).digest('base64url'));
  }
});
