import { canonicalJson, type Checkpoint, type Event, type PublicKey } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { asListed, cancelJobs, eventsAfter, fieldsOf, fullSessionRule, range, rule, sessionRule } from '../kit.ts';

fullSessionRule('EXP-1', 'an export is the whole session, with the seq of the log', async (fixture) => {
  const { creator, stranger, id, note, file, message } = fixture;
  await cancelJobs(fixture);
  await creator.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'Second' } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  const bundle = await stranger.ok('exportSession');
  deepEqual([bundle.format, bundle.version, bundle.session.id], ['pairspace.session', 1, id]);
  deepEqual(bundle.session, await stranger.ok('getSession'));
  equal(bundle.seq, bundle.session.lastSeq);
  const told = range(bundle.seq).map((index) => index + 1);
  deepEqual(fieldsOf(bundle.events, 'seq'), told);
  deepEqual(bundle.messages, [message]);
  const shown = bundle.notes.map(({ content, history }) => [content, ...history.map(({ version }) => version)]);
  deepEqual(shown, [['Second', 2, 1]]);
  deepEqual(fieldsOf(bundle.files, 'path', 'content'), [[file.path, 'First']]);
  deepEqual(fieldsOf(bundle.agents, 'agentId'), ['ada', 'bob']);
  deepEqual([bundle.observers.length, bundle.presence.length], [5, 2]);
});

fullSessionRule('EXP-2', 'no secret is in an export', async (fixture) => {
  const { creator, partner, observer, invited, walkIn, inviteCode, http } = fixture;
  const codes = [inviteCode, (await creator.ok('reinvite')).inviteCode];
  const tokens = [creator, partner, observer, invited, walkIn].map(({ token = '' }) => token);
  for (const name of ['exportSession', 'exportSite'] as const) {
    for (const accept of ['application/json', 'text/html']) {
      const { text } = await http.send(creator.request(name, { headers: { accept } }));
      for (const secret of [...tokens, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
        ok(secret !== '' && !text.includes(secret), `${name} holds a secret`);
      }
    }
  }
});

fullSessionRule('EXP-4', 'a site is a map of paths whose links stay inside', async ({ creator, stranger }) => {
  await creator.ok('postMessage', { body: { content: '<script>alert(1)</script>' } });
  await creator.ok('writeFile', { body: { path: '../../etc/passwd'.replaceAll('..', 'x'), content: '<script>' } });
  const site = await stranger.ok('exportSite');
  const paths = Object.keys(site);
  for (const path of ['index.html', 'style.css']) ok(paths.includes(path), path);
  ok(paths.some((path) => path.startsWith('notes/')) && paths.some((path) => path.startsWith('files/')));
  for (const [path, text] of Object.entries(site)) {
    match(path, /^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.v\d+)?\.(?:html|css|json)$/);
    if (!path.endsWith('.html')) continue;
    ok(!/<script/i.test(text), path);
    match(text, /Content-Security-Policy" content="default-src/);
    for (const { 1: href = '' } of text.matchAll(/(?:href|src)="([^"#]+)"/g)) {
      ok(paths.includes(new URL(href, `file:///${path}`).pathname.slice(1)), `${href} in ${path}`);
    }
  }
});

fullSessionRule('EXP-4', 'Accept asks for a ZIP, or for one page', async ({ stranger, http }) => {
  const zip = await http.send(stranger.request('exportSite', { headers: { accept: 'application/zip' } }));
  deepEqual([zip.status, zip.headers['content-type']], [200, 'application/zip']);
  ok(zip.text.startsWith('PK\u0003\u0004') && zip.text.includes('index.html'));
  const page = await http.send(stranger.request('exportSite', { headers: { accept: 'text/html' } }));
  match(page.headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/i);
  match(String(page.headers['content-security-policy']), /^default-src 'none'/);
  ok(page.text.includes('</html>') && !/<link|<script/i.test(page.text));
});

rule('EXP-6', 'the schema of an export is served, in the envelope or bare', async ({ nobody, http }) => {
  const schema = await nobody.ok('getExportSchema');
  match(String(schema['$schema']), /^https:\/\/json-schema\.org\//);
  const headers = { accept: 'application/schema+json' };
  const bare = await http.send(nobody.request('getExportSchema', { headers }));
  deepEqual(JSON.parse(bare.text), schema);
});

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
  const items = await eventsAfter(creator, 0);
  deepEqual(fieldsOf(items, 'hash'), chainOf(id, items));
});

sessionRule('CHN-1', 'a message that was answered is in the chain as it was answered', async ({ creator }) => {
  const message = await creator.ok('postMessage', { body: { content: 'Hello', metadata: { z: 1, a: 2 } } });
  const items = await eventsAfter(creator, message.seq - 1);
  equal(items.length, 1);
  deepEqual(items[0]?.data, asListed(message));
});

sessionRule('CHN-3', 'a checkpoint is the newest event, signed by the service', async ({ id, creator, stranger }) => {
  for (const content of ['One', 'Two']) {
    const { seq } = await creator.ok('postMessage', { body: { content } });
    const checkpoint = await stranger.ok('getCheckpoint');
    const items = await eventsAfter(creator, seq - 1);
    deepEqual([checkpoint.sessionId, checkpoint.seq, checkpoint.hash], [id, seq, items[0]?.hash]);
    const { keys } = await stranger.ok('listKeys');
    ok(isSignedBy(keys, checkpoint), 'the signature fits');
    ok(!isSignedBy(keys, { ...checkpoint, seq: seq + 1 }), 'the signature fits nothing else');
  }
});

sessionRule('CHN-4', 'every public key is named by its thumbprint', async ({ stranger }) => {
  const { keys } = await stranger.ok('listKeys');
  equal((await stranger.ok('getCheckpoint')).keyId, keys[0]?.kid);
  for (const { x, kid } of keys) {
    const members = `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`;
    equal(kid, createHash('sha256').update(members).digest('base64url'));
  }
});
