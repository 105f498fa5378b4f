import type { Message, Note } from '@pairspace/protocol';
import { parse } from 'parse5';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { attributeOf, dangersIn, elementsOf, hasClass, parsePage, textOf } from '../testing/parsed-html.ts';
import { sayMany } from '../testing/say-many.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let fixture: SessionFixture;

beforeAll(async () => {
  app = await startTestApp();
  fixture = await aSession(app, { name: 'A parser for dates', agentName: 'Ada' });
  const { creator, partner, observer } = fixture;
  const message = await creator<Message>('POST', '/messages', {
    body: { content: 'Look at **this**, @bob <script>alert(1)</script>' },
  });
  await partner('POST', '/messages', { body: { content: 'Yes', msgType: 'status', replyTo: message.data.id } });
  const note = await creator<Note>('POST', '/notes', { body: { title: 'Plan', content: '# First\n\n- one' } });
  await partner('PUT', `/notes/${note.data.id}`, {
    body: { expectedVersion: 1, content: '# Second\n\n[docs](https://example.org/) ![p](https://example.org/p.png)' },
  });
  app.clock.advance(1);
  await creator('POST', '/notes', { body: { title: 'Plan', content: '' } });
  await creator('POST', '/files', { body: { path: 'src/dates.ts', content: 'export const x = "<b>"; // \u202e\n' } });
  await creator('POST', '/files', { body: { path: 'src/Dates.ts', content: 'y' } });
  await creator('POST', '/files', { body: { path: 'CON', content: '' } });
  await creator('POST', '/tasks', { body: { title: 'Parse <b>dates</b>', claim: true } });
  await creator('POST', '/tasks', { body: { title: 'Publish \u202e', dependsOn: ['1'], priority: 3 } });
  const ask = { kind: 'approval', title: 'May I <b>push</b>?', freeText: true };
  const { id } = (await creator<{ id: string }>('POST', '/asks', { body: ask })).data;
  await observer('POST', `/asks/${id}/answer`, { body: { optionId: 'deny', text: 'not on Friday' } });
  await creator('POST', '/files', { body: { path: 'usage.md', content: '# Guide\n\nRead *this*.\n' } });
});
afterAll(() => app[Symbol.asyncDispose]());

const fetchAs = (accept: string) => fetch(`${app.url}/api/sessions/${fixture.id}/export/site`, { headers: { accept } });

const readMap = async (): Promise<Map<string, string>> =>
  new Map(Object.entries((await fixture.stranger<Record<string, string>>('GET', '/export/site')).data));

const elementsIn = (html: string, name: string) => elementsOf(parse(html)).filter(({ tagName }) => tagName === name);

test('[EXP-4] a site is a map from path to text, with a page for each note, its past, and each file', async () => {
  const site = await readMap();
  expect([...site.keys()]).toEqual([
    'style.css',
    'index.html',
    'log/1.json',
    'tasks.html',
    'asks.html',
    'notes/index.html',
    'notes/1-plan.html',
    'notes/1-plan.v1.html',
    'notes/2-plan.html',
    'files/index.html',
    'files/1-con.html',
    'files/2-src-dates-ts.html',
    'files/3-src-dates-ts.html',
    'files/4-usage-md.html',
    'jobs.html',
    'people.html',
    'manifest.json',
  ]);
  for (const [path, text] of site) if (path.endsWith('.html')) expect(dangersIn(parsePage(text))).toEqual([]);
});

test('[EXP-4] every link leads to a page of the site, relative to where it stands', async () => {
  const site = await readMap();
  for (const [path, text] of site) {
    const links = [...elementsIn(text, 'a'), ...elementsIn(text, 'link')].map(
      (link) => attributeOf(link, 'href') ?? '',
    );
    const inside = links.filter((href) => !/^(?:#|https:\/\/example\.org\/)/.test(href));
    if (path.endsWith('.html')) expect(inside.length).toBeGreaterThan(5);
    for (const href of inside) expect(site.has(new URL(href, `file:///${path}`).pathname.slice(1))).toBe(true);
  }
});

test('[EXP-4] tasks stand in a table, to which the timeline leads', async () => {
  const site = await readMap();
  const rows = elementsIn(site.get('tasks.html') ?? '', 'tr');
  const cells = rows.map((row) => elementsOf(row).flatMap((one) => (one.tagName === 'td' ? [textOf(one)] : [])));
  expect(cells.slice(1)).toEqual([
    ['1', 'Parse <b>dates</b>', 'in work', expect.any(String), '', '1'],
    ['2', expect.stringMatching(/^Publish .*202E/), 'open', '', '1', '3'],
  ]);
  const [id] = rows.flatMap((row) => attributeOf(row, 'id') ?? []);
  const links = elementsIn(site.get('index.html') ?? '', 'a').map((link) => attributeOf(link, 'href'));
  expect(links).toContain(`tasks.html#${String(id)}`);
});

test('[EXP-4] asks stand in a table with their answers, to which the timeline leads', async () => {
  const site = await readMap();
  const rows = elementsIn(site.get('asks.html') ?? '', 'tr');
  const cells = rows.map((row) => elementsOf(row).flatMap((one) => (one.tagName === 'td' ? [textOf(one)] : [])));
  expect(cells.slice(1)).toEqual([
    ['May I <b>push</b>?', 'Ada', 'answered', 'Deny: not on Friday', expect.any(String)],
  ]);
  const [id] = rows.flatMap((row) => attributeOf(row, 'id') ?? []);
  const links = elementsIn(site.get('index.html') ?? '', 'a').map((link) => attributeOf(link, 'href'));
  expect(links).toContain(`asks.html#${String(id)}`);
});

test('[EXP-4] notes are rendered and safe, with their history; pictures from elsewhere become links', async () => {
  const site = await readMap();
  const page = site.get('notes/1-plan.html') ?? '';
  expect(elementsIn(page, 'h3').map(textOf)).toEqual(['Second']);
  const links = elementsIn(page, 'a').filter((link) => attributeOf(link, 'rel')?.includes('noopener'));
  expect(links.map((link) => attributeOf(link, 'href'))).toEqual(['https://example.org/', 'https://example.org/p.png']);
  const versions = elementsIn(page, 'a').filter((link) => hasClass(link, 'version'));
  expect(versions.map((link) => [textOf(link), attributeOf(link, 'href')])).toEqual([
    ['2', '../notes/1-plan.html'],
    ['1', '../notes/1-plan.v1.html'],
  ]);
  expect(elementsIn(site.get('notes/1-plan.v1.html') ?? '', 'h3').map(textOf)).toEqual(['First']);
});

test('a note tells what each version changed of the one before', async () => {
  const page = (await readMap()).get('notes/1-plan.html') ?? '';
  const changes = elementsOf(parse(page)).filter((element) => hasClass(element, 'diff-line'));
  expect(changes.map((element) => textOf(element).trim())).toEqual(
    expect.arrayContaining(['−removed: # First', '+added: # Second']),
  );
  const first = (await readMap()).get('notes/1-plan.v1.html') ?? '';
  expect(elementsOf(parse(first)).filter((element) => hasClass(element, 'diff-line'))).toEqual([]);
});

test('a Markdown file is a document, with its source folded up below it', async () => {
  const page = (await readMap()).get('files/4-usage-md.html') ?? '';
  expect(elementsIn(page, 'h3').map(textOf)).toEqual(['Guide']);
  const [source] = elementsIn(page, 'details')
    .flatMap(elementsOf)
    .filter((element) => hasClass(element, 'code-text'));
  expect(source && textOf(source)).toBe('# Guide\n\nRead *this*.\n');
});

test('[EXP-4] [TRN-5] files are shown as they are, coloured, and nothing in them is hidden', async () => {
  const page = (await readMap()).get('files/3-src-dates-ts.html') ?? '';
  const [code] = elementsOf(parse(page)).filter((element) => hasClass(element, 'code-text'));
  expect(code && textOf(code)).toBe('export const x = "<b>"; // ⟨U+202E⟩\n');
  expect(code && elementsOf(code).some((element) => hasClass(element, 'hljs-keyword'))).toBe(true);
});

test('[EXP-4] the overview tells who said what, and links to what was written', async () => {
  const page = (await readMap()).get('index.html') ?? '';
  const said = elementsOf(parse(page)).filter((element) => hasClass(element, 'said'));
  expect(said.map((element) => textOf(element).replace(/\s+/g, ' ').trim())).toEqual([
    expect.stringContaining('Ada00:006Look at this, @bob <script>alert(1)</script>') as string,
    expect.stringContaining('bobstatus00:007Ada Look at **this**, @bob <script>alert(1)</script>#6Yes') as string,
  ]);
  const facts = elementsOf(parse(page)).filter((element) => hasClass(element, 'fact'));
  const linked = facts.flatMap(elementsOf).filter((element) => hasClass(element, 'link'));
  expect(linked.map(textOf)).toContain('src/dates.ts');
  expect(elementsIn(page, 'a').map((link) => attributeOf(link, 'href'))).toContain('notes/1-plan.html');
});

test('[EXP-4] a long timeline goes on from page to page', async () => {
  const long = await aSession(app);
  await sayMany(
    app,
    long.id,
    Array.from({ length: 520 }, (_, index) => `message ${String(index)}`),
  );
  const early = await long.creator<{ items: Message[] }>('GET', '/messages?since=0&limit=1');
  const replyTo = early.data.items[0]?.id;
  await long.partner<Message>('POST', '/messages', { body: { content: 'Late', replyTo } });
  const { data } = await long.creator<Record<string, string>>('GET', '/export/site');
  const pages = Object.keys(data).filter((path) => path === 'index.html' || path.startsWith('timeline/'));
  expect(pages).toEqual(['index.html', 'timeline/2.html']);
  const entries = pages.map((path) =>
    elementsOf(parse(data[path] ?? '')).filter((element) => hasClass(element, 'entry')),
  );
  expect(entries[0]).toHaveLength(500);
  expect(entries.flat().map((element) => attributeOf(element, 'id'))).toEqual(
    Array.from({ length: 526 }, (_, index) => `e${String(index + 1)}`),
  );
  const links = elementsIn(data['timeline/2.html'] ?? '', 'a').map((link) => attributeOf(link, 'href'));
  expect(links).toEqual(expect.arrayContaining(['../index.html', '../index.html#e6']));
});

test('every page forbids all but its own style sheet', async () => {
  for (const [path, text] of await readMap()) {
    if (!path.endsWith('.html')) continue;
    const policy = elementsIn(text, 'meta').find((meta) => attributeOf(meta, 'http-equiv') !== undefined);
    expect(policy && attributeOf(policy, 'content')).toBe(
      "default-src 'none'; style-src 'self' file:; base-uri 'none'; form-action 'none'",
    );
  }
  const sent = (await fetchAs('text/html')).headers.get('content-security-policy') ?? '';
  expect(sent).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox$/,
  );
});

test('[EXP-4] Accept: application/zip sends the same files as a ZIP', async () => {
  const response = await fetchAs('application/zip');
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fixture.id}.zip"`);
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  expect([...files]).toEqual([...(await readMap())]);
});

test('[EXP-4] Accept: text/html sends one page that holds everything and needs nothing', async () => {
  const response = await fetchAs('text/html,application/xhtml+xml,*/*;q=0.8');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await response.text();
  expect(dangersIn(parsePage(page))).toEqual([]);
  expect(elementsIn(page, 'link')).toEqual([]);
  expect(elementsIn(page, 'h2').map(textOf)).toEqual(
    expect.arrayContaining([
      'Timeline in UTC',
      'Tasks',
      'Asks',
      'Notes',
      'Plan',
      'Files',
      'src/dates.ts',
      'Jobs',
      'People',
    ]),
  );
  expect(elementsIn(page, 'summary').map(textOf)).toEqual(['Plan (version 1)', 'Source']);
  const ids = new Set(elementsOf(parse(page)).map((element) => attributeOf(element, 'id')));
  const inside = elementsIn(page, 'a')
    .map((link) => attributeOf(link, 'href') ?? '')
    .filter((href) => href.startsWith('#'));
  expect(inside.filter((href) => !ids.has(href.slice(1)))).toEqual([]);
});
