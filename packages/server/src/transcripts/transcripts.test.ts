import type { Message, Note, Transcript } from '@pairspace/protocol';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookInside } from '@pairspace/testkit/look-inside';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { elementsOf, hasClass, textOf } from '../testing/parsed-html.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const say = (fixture: SessionFixture, content: string, more = {}) =>
  fixture.creator<Message>('POST', '/messages', { body: { content, ...more } });

/** The text itself, requested by `Accept`. */
const fetchAs = (fixture: SessionFixture, accept: string, query = '', init: RequestInit = {}) =>
  fetch(`${app.url}/api/sessions/${fixture.id}/transcript${query}`, {
    ...init,
    headers: { accept, authorization: `Bearer ${fixture.tokens.creator}` },
  });

const storedOf = async ({ id }: SessionFixture): Promise<unknown[]> => {
  await using inside = await lookInside(app);
  return await inside.rows(`select * from transcript where session_id = '${id}'`);
};

describe('a stored transcript', () => {
  test('[TRN-1] a read stores nothing, and returns the present log for as long as nothing is stored', async () => {
    const fixture = await aSession(app);
    for (const content of ['first', 'second']) {
      const { data: message } = await say(fixture, content);
      const { data } = await fixture.stranger<Transcript>('GET', '/transcript');
      expect(data).toMatchObject({ seq: message.seq, stale: false });
    }
    expect(await storedOf(fixture)).toEqual([]);
  });

  test('[TRN-1] is made when there is none, as text unless another format is asked for', async () => {
    const fixture = await aSession(app);
    await say(fixture, 'Hello');
    const { status, data } = await fixture.stranger<Transcript>('GET', '/transcript');
    expect(status).toBe(200);
    expect(data).toMatchObject({ sessionId: fixture.id, format: 'text', stale: false, messageCount: 1 });
    expect(data.generatedAt).toBe(new Date(app.clock.now()).toISOString());
    expect(data.content).toContain('"Hello"');
    for (const format of ['markdown', 'html']) {
      const other = await fixture.creator<Transcript>('GET', `/transcript?format=${format}`);
      expect(other.data).toMatchObject({ format, seq: data.seq, stale: false });
    }
    expect((await fixture.creator('GET', '/transcript?format=pdf')).error.code).toBe('VALIDATION_ERROR');
  });

  test('[TRN-3] stays as it was and is stale when the session moves on, until POST makes it anew', async () => {
    const fixture = await aSession(app);
    await say(fixture, 'first');
    const made = (await fixture.creator<Transcript>('POST', '/transcript')).data;
    app.clock.advance(1000);
    const { data: message } = await say(fixture, 'second');
    const { data: stale } = await fixture.partner<Transcript>('GET', '/transcript');
    expect(stale).toEqual({ ...made, stale: true });

    const { status, data: anew } = await fixture.partner<Transcript>('POST', '/transcript');
    expect(status).toBe(200);
    expect(anew).toMatchObject({ seq: message.seq, stale: false, messageCount: 2 });
    expect(Date.parse(anew.generatedAt) - Date.parse(made.generatedAt)).toBe(1000);
    expect((await fixture.creator<Transcript>('GET', '/transcript')).data).toEqual(anew);
  });

  test('[TRN-3] is kept for each format by itself', async () => {
    const fixture = await aSession(app);
    await fixture.creator('POST', '/transcript?format=html');
    await say(fixture, 'more');
    await fixture.creator('POST', '/transcript?format=text');
    expect((await fixture.creator<Transcript>('GET', '/transcript?format=html')).data.stale).toBe(true);
    expect((await fixture.creator<Transcript>('GET', '/transcript?format=text')).data.stale).toBe(false);
  });

  test('[TRN-3] is made anew by agents alone, of completed sessions too', async () => {
    const fixture = await aSession(app);
    await fixture.creator('PATCH', '', { body: { status: 'completed' } });
    expect((await fixture.partner('POST', '/transcript?format=html')).status).toBe(200);
    expect((await fixture.stranger('POST', '/transcript')).status).toBe(401);
    expect((await fixture.invited('POST', '/transcript')).status).toBe(403);
    expect((await fixture.stranger<Transcript>('GET', '/transcript?format=html')).data.stale).toBe(false);
  });

  test('appends no event and stores no text: it is made from the log up to its seq', async () => {
    const fixture = await aSession(app);
    await say(fixture, 'only in the log');
    const before = (await fixture.creator<{ lastSeq: number }>('GET', '')).data.lastSeq;
    await fixture.creator('POST', '/transcript');
    expect((await fixture.creator<{ lastSeq: number }>('GET', '')).data.lastSeq).toBe(before);
    expect(await storedOf(fixture)).toMatchObject([
      { session_id: fixture.id, format: 'text', seq: before, generated_at: app.clock.now() },
    ]);
  });

  test('[IDEM-1] a repeated POST answers the first transcript, though the session has moved on', async () => {
    const fixture = await aSession(app);
    const headers = { 'idempotency-key': 'once' };
    const first = await fixture.creator<Transcript>('POST', '/transcript', { headers });
    app.clock.advance(1000);
    await say(fixture, 'more');
    const again = await fixture.creator<Transcript>('POST', '/transcript', { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.data).toEqual(first.data);
  });

  test('[SES-15] goes with its session', async () => {
    const fixture = await aSession(app);
    await fixture.creator('POST', '/transcript');
    await fixture.creator('DELETE', '');
    expect(await storedOf(fixture)).toEqual([]);
    expect((await fixture.stranger('GET', '/transcript')).status).toBe(404);
  });
});

describe('the text itself', () => {
  test.each([
    ['text/plain', 'text'],
    ['text/markdown', 'markdown'],
    ['text/html', 'html'],
  ])('[TRN-1] [API-7] is sent for Accept: %s', async (type, format) => {
    const fixture = await aSession(app);
    await say(fixture, 'Hello');
    const { content } = (await fixture.creator<Transcript>('GET', `/transcript?format=${format}`)).data;
    for (const query of ['', `?format=${format}`]) {
      for (const method of ['GET', 'POST']) {
        const response = await fetchAs(fixture, type, query, { method });
        expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(await response.text()).toBe(content);
      }
    }
  });

  test('[TRN-1] is in the format that Accept names first, and in the envelope when Accept is for another', async () => {
    const fixture = await aSession(app);
    const browser = await fetchAs(fixture, 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.8');
    expect(browser.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const other = await fetchAs(fixture, 'text/html', '?format=markdown');
    expect(await other.json()).toMatchObject({ ok: true, data: { format: 'markdown' } });
    expect((await fetchAs(fixture, '*/*')).headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('[TRN-5] an HTML transcript may load and run nothing, and has no part in the origin that sends it', async () => {
    const fixture = await aSession(app);
    const policy = (await fetchAs(fixture, 'text/html')).headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", 'sandbox', "base-uri 'none'", "form-action 'none'"]),
    );
    expect(policy?.find((part) => part.startsWith('style-src'))).toMatch(/^style-src 'sha256-[\w+/=]+'$/);
  });
});

test('[TRN-9] text has one event a line, in columns, and a longer log only adds lines', async () => {
  const fixture = await aSession(app, { name: 'Dates', agentName: 'Ada' });
  const asked = await say(fixture, 'Is it\n"done"?', { msgType: 'handoff' });
  await fixture.partner('POST', '/messages', { body: { content: 'Yes \\o/', replyTo: asked.data.id } });
  const earlier = (await fixture.creator<Transcript>('POST', '/transcript')).data.content;
  const note = (await fixture.creator<Note>('POST', '/notes', { body: { title: 'Plan' } })).data;
  await fixture.creator('PUT', `/notes/${note.id}`, { body: { expectedVersion: 1, content: 'x' } });
  await fixture.creator('DELETE', `/notes/${note.id}`);
  await fixture.creator('POST', '/files', { body: { path: 'src/é b.ts', content: 'é' } });
  await fixture.creator('DELETE', `/files/${encodeURIComponent('src/é b.ts')}`);
  await fixture.creator('PATCH', '', { body: { status: 'completed' } });
  const later = (await fixture.creator<Transcript>('POST', '/transcript')).data.content;
  const time = new Date(app.clock.now()).toISOString();
  expect(later.startsWith(earlier)).toBe(true);
  expect(later.split('\n').slice(3)).toEqual([
    `4 ${time} session.joined agent:bob "bob" joined as partner`,
    `5 ${time} session.updated agent:bob "bob" set the status to active`,
    `6 ${time} message.created agent:ada "Ada" creator handoff "Is it\\n\\"done\\"?"`,
    `7 ${time} message.created agent:bob "bob" partner chat re 6 ada "Is it \\"done\\"?" "Yes \\\\o/"`,
    `8 ${time} note.created agent:ada "Ada" created the note "Plan"`,
    `9 ${time} note.updated agent:ada "Ada" wrote version 2 of the note "Plan"`,
    `10 ${time} note.deleted agent:ada "Ada" deleted the note "Plan"`,
    `11 ${time} file.updated agent:ada "Ada" created the file "src/é b.ts" (2 bytes)`,
    `12 ${time} file.deleted agent:ada "Ada" deleted the file "src/é b.ts"`,
    `13 ${time} session.completed agent:ada "Ada" completed the session`,
    '',
  ]);
});

test('[TRN-9] markdown and html tell of a session in the words that were said, code as code', async () => {
  const fixture = await aSession(app, { name: 'Dates', agentName: 'Ada' });
  await say(fixture, 'Fails:\n\n```ts\nconst x: Array<string> = ["**"];\n```\n\n1. fix *it*\n2. <b>');
  const markdown = await (await fetchAs(fixture, 'text/markdown')).text();
  expect(markdown).toContain('# Transcript of Dates\n');
  expect(markdown.slice(markdown.indexOf('### 6'))).toBe(
    [
      `### 6 · ${new Date(app.clock.now()).toISOString().slice(0, 19).replace('T', ' ')} · **Ada** · ada · creator · chat`,
      '',
      '> Fails:',
      '>',
      '> ```',
      '> const x: Array<string> = ["**"];',
      '> ```',
      '>',
      '> 1\\. fix \\*it\\*\\',
      '> 2\\. &lt;b>',
      '',
    ].join('\n'),
  );
  const elements = elementsOf(parse(await (await fetchAs(fixture, 'text/html')).text()));
  const said = elements.filter((element) => hasClass(element, 'said'));
  expect(
    said
      .flatMap(elementsOf)
      .filter(({ tagName }) => tagName === 'code')
      .map(textOf),
  ).toEqual(['const x: Array<string> = ["**"];']);
  expect(
    said
      .flatMap(elementsOf)
      .filter((element) => hasClass(element, 'prose'))
      .map(textOf),
  ).toEqual(['Fails:', '1. fix *it*\n2. <b>']);
});
