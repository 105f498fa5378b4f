import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { cancelJobs } from '../session-fixture.ts';
import { fullSessionRule, rule } from '../rule.ts';
import { fieldsOf, range } from '../tools.ts';

fullSessionRule('EXP-1', 'an export is the whole session, with the seq of the log', async (fixture) => {
  const { creator, stranger, id, note, file, message } = fixture;
  await cancelJobs(fixture);
  await creator.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'Second' } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  const bundle = await stranger.ok('exportSession');
  deepEqual([bundle.format, bundle.version, bundle.session.id], ['pairspace.session', 1, id]);
  deepEqual(bundle.session, await stranger.ok('getSession'));
  equal(bundle.seq, bundle.session.lastSeq);
  deepEqual(
    fieldsOf(bundle.events, 'seq'),
    range(bundle.seq).map((index) => index + 1),
  );
  deepEqual(bundle.messages, [message]);
  deepEqual(
    bundle.notes.map(({ content, history }) => [content, ...history.map(({ version }) => version)]),
    [['Second', 2, 1]],
  );
  deepEqual(fieldsOf(bundle.files, 'path', 'content'), [[file.path, 'First']]);
  deepEqual(fieldsOf(bundle.agents, 'agentId'), ['ada', 'bob']);
  equal(bundle.observers.length, 5);
  equal(bundle.presence.length, 2);
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
