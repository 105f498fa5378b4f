import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Caller } from '../caller.ts';
import { actsSince, fullSessionRule, lastSeq, range, sessionRule, together } from '../kit.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const write = (caller: Caller, path: string, content = 'x', more: Record<string, unknown> = {}) =>
  caller.success('writeFile', { body: { path, content, ...more } });

const goodPaths = ['z', 'a/b/c.txt', '.hidden', '...', 'a/..b/c..', 'with space/and  two']
  .concat([' lead and trail ', 'ü/漢字/🎉.md', '%2e%2e/%2F', 'a?b#c&d=e+f', '__proto__'])
  .concat(['constructor/prototype', 'C:/x', 'quote\'"`;--', '-rf', '*', ':colon']);

sessionRule('FILE-1', 'a file is created, then replaced by its next version', async ({ id, creator, partner }) => {
  const made = await write(creator, 'src/main.ts', 'první');
  const { data: file } = made;
  equal(made.status, 201);
  deepEqual([file.sessionId, file.path, file.version], [id, 'src/main.ts', 1]);
  deepEqual([file.size, file.contentHash], [6, sha256('první')]);
  deepEqual([file.createdBy.id, file.lastEditor.id], ['ada', 'ada']);
  const again = await write(partner, 'src/main.ts', '');
  equal(again.status, 200);
  deepEqual([again.data.id, again.data.version, again.data.size], [file.id, 2, 0]);
  equal(again.data.contentHash, sha256(''));
  deepEqual([again.data.createdBy.id, again.data.lastEditor.id], ['ada', 'bob']);
  equal(again.data.createdAt, file.createdAt);
  deepEqual(await creator.ok('getFile', { params: { path: 'src/main.ts' } }), { ...again.data, content: '' });
});

sessionRule('FILE-2', 'a stale write by expectedVersion is refused', async ({ creator, partner }) => {
  const stale = (path: string, expectedVersion: number) =>
    partner.conflict('stale_version', 'writeFile', { body: { path, content: 'theirs', expectedVersion } });
  await write(creator, 'a', 'one', { expectedVersion: 0 });
  const { data: current } = await write(creator, 'a', 'two', { expectedVersion: 1 });
  const before = await lastSeq(creator);
  for (const expectedVersion of [0, 1, 3]) {
    const { details } = await stale('a', expectedVersion);
    equal(details['currentVersion'], 2);
    deepEqual(details['current'], current);
  }
  const { details } = await stale('none', 1);
  deepEqual([details['currentVersion'], details['current']], [0, null]);
  deepEqual(await actsSince(creator, before), []);
  equal((await creator.ok('getFile', { params: { path: 'a' } })).content, 'two');
});

sessionRule('FILE-2', 'of many who write one version at once, one wins', async ({ creator, partner }) => {
  for (const expectedVersion of range(6)) {
    const replies = await together(
      range(10),
      (number) =>
        (number % 2 ? creator : partner).call('writeFile', {
          body: { path: 'race', content: String(number), expectedVersion },
        }),
      10,
    );
    equal(replies.filter((reply) => reply.ok).length, 1);
    for (const reply of replies) if (!reply.ok) equal(reply.error.details['currentVersion'], expectedVersion + 1);
  }
});

sessionRule('FILE-1', 'well-formed text without NUL comes back as it was', async ({ creator }) => {
  for (const content of ['', '\r\n\n\r', '\ufeffbom', 'e\u0301 is not é', '\u0001\u001b[31m', '🏳️‍🌈', '\ufffd']) {
    await write(creator, 'a', content);
    equal((await creator.ok('getFile', { params: { path: 'a' } })).content, content);
  }
});

fullSessionRule('FILE-4', 'a path that leads elsewhere is 400 in URLs', async ({ id, creator, send }) => {
  const headers = { authorization: `Bearer ${creator.token ?? ''}` };
  const tricks = ['..', '../..', '../../ses_other/files/x', 'docs/../docs/plan.md']
    .concat(['./docs/plan.md', 'docs//plan.md', 'docs/plan.md/', '/etc/passwd', '%2e%2e'])
    .concat(['%2E%2E/%2e%2e/etc/passwd', '..%2f..%2fetc%2fpasswd', 'docs%2f..%2fplan.md'])
    .concat(['..%5c..%5cetc', 'docs%5cplan.md', 'a%0ab', 'a%7fb']);
  for (const method of ['GET', 'DELETE']) {
    for (const trick of tricks) {
      const { status } = await send({ method, path: `/api/sessions/${id}/files/${trick}`, headers });
      equal(status, 400, `${method} …/files/${trick}`);
    }
    for (const harmless of ['', '%252e%252e', '%252e%252e/x', '..;/x', '%20']) {
      const { status } = await send({ method, path: `/api/sessions/${id}/files/${harmless}`, headers });
      ok([400, 404, 405].includes(status), `${method} …/files/${harmless} was answered ${String(status)}`);
    }
  }
  equal((await creator.ok('listFiles')).items.length, 1);
});

sessionRule('FILE-4', 'any other relative path is a path, there and back', async ({ creator }) => {
  for (const path of goodPaths) {
    equal((await write(creator, path, path)).data.path, path);
    const file = await creator.ok('getFile', { params: { path } });
    deepEqual([file.path, file.content], [path, path]);
  }
  deepEqual(new Set((await creator.ok('listFiles')).items.map(({ path }) => path)), new Set(goodPaths));
  for (const path of goodPaths) await creator.ok('deleteFile', { params: { path } });
  deepEqual((await creator.ok('listFiles')).items, []);
});

sessionRule('FILE-5', 'spellings that differ only in normalisation are one path', async ({ creator }) => {
  const [composed, decomposed] = ['caf\u00e9/\u00fc.md', 'cafe\u0301/u\u0308.md'];
  const made = await write(creator, decomposed, 'one');
  equal(made.data.path, composed);
  const again = await write(creator, composed, 'two');
  deepEqual([again.status, again.data.id, again.data.version], [200, made.data.id, 2]);
  for (const path of [composed, decomposed]) equal((await creator.ok('getFile', { params: { path } })).content, 'two');
  await creator.ok('deleteFile', { params: { path: decomposed } });
  deepEqual((await creator.ok('listFiles')).items, []);
});

sessionRule('FILE-5', 'case makes another path', async ({ creator }) => {
  notEqual((await write(creator, 'README')).data.id, (await write(creator, 'readme')).data.id);
});

fullSessionRule('FILE-6', 'files are listed without content, and read with it', async ({ creator, stranger, file }) => {
  const { data: other } = await write(creator, 'a.txt');
  deepEqual(new Set((await stranger.ok('listFiles')).items.map(({ id }) => id)), new Set([file.id, other.id]));
  deepEqual(await stranger.ok('getFile', { params: { path: file.path } }), { ...file, content: 'First' });
});

sessionRule('FILE-7', 'Accept: text/plain sends the text, guarded', async ({ creator, stranger, http }) => {
  const content = '<script>alert(1)</script>\n{"ok":true} žluť 🎉';
  await write(creator, 'page.html', content);
  for (const accept of ['text/plain', 'text/plain, application/json', 'text/plain;q=1']) {
    const request = stranger.request('getFile', { params: { path: 'page.html' }, headers: { accept } });
    const { status, headers, text } = await http.send(request);
    deepEqual([status, text], [200, content]);
    match(headers['content-type'] ?? '', /^text\/plain; ?charset=utf-8$/i);
    equal(headers['x-content-type-options'], 'nosniff');
    match(headers['content-disposition'] ?? '', /^attachment/);
  }
});

fullSessionRule('FILE-6', 'DELETE removes a file; the next begins anew', async ({ creator, partner, file }) => {
  const at = { params: { path: file.path } };
  deepEqual(await partner.ok('deleteFile', at), { id: file.id, deleted: true });
  await creator.refused('NOT_FOUND', 'getFile', at);
  await creator.refused('NOT_FOUND', 'deleteFile', at);
  const { status, data } = await write(creator, file.path, 'again', { expectedVersion: 0 });
  deepEqual([status, data.version], [201, 1]);
});
