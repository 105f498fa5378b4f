import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { cancelJobs, lastSeq } from '../session-fixture.ts';
import { rule } from '../rule.ts';

const types = { text: 'text/plain', markdown: 'text/markdown', html: 'text/html' } as const;
const formats = ['text', 'markdown', 'html'] as const;

export const transcriptRules = [
  rule('TRN-1', 'a transcript is made when there is none, as text unless asked otherwise', async ({ aFullSession }) => {
    const fixture = await aFullSession();
    const { id, stranger, message } = fixture;
    const { content, ...about } = await stranger.ok('getTranscript');
    equal(about.sessionId, id);
    equal(about.format, 'text');
    equal(about.seq, await lastSeq(fixture));
    equal(about.messageCount, 1);
    ok(content.includes(message.content));
    for (const format of formats) {
      const made = await stranger.ok('getTranscript', { query: { format } });
      equal(made.format, format);
      ok(made.content.includes(message.content));
    }
    await stranger.refused('VALIDATION_ERROR', 'getTranscript', { query: { format: 'pdf' } });
  }),

  rule('TRN-1', 'with an Accept for the format the text itself is sent', async ({ aFullSession, http }) => {
    const { stranger, partner } = await aFullSession();
    for (const format of formats) {
      const { content } = await stranger.ok('getTranscript', { query: { format } });
      for (const [caller, name] of [
        [stranger, 'getTranscript'],
        [partner, 'makeTranscript'],
      ] as const) {
        const headers = { accept: types[format] };
        const reply = await http.send(caller.request(name, { query: { format }, headers }));
        equal(reply.status, 200);
        equal(reply.text, content);
        match(reply.headers['content-type'] ?? '', new RegExp(`^${types[format]}; ?charset=utf-8$`, 'i'));
        equal(reply.headers['x-content-type-options'], 'nosniff');
      }
    }
  }),

  rule('TRN-3', 'it is stale when the session has moved on, until it is made anew', async ({ aFullSession }) => {
    const { creator, stranger } = await aFullSession();
    const made = await creator.ok('makeTranscript');
    equal(made.stale, false);
    const { seq } = await creator.ok('postMessage', { body: { content: 'More' } });
    deepEqual(await stranger.ok('getTranscript'), { ...made, stale: true });
    const anew = await creator.ok('makeTranscript');
    deepEqual([anew.seq, anew.stale, anew.messageCount], [seq, false, 2]);
    deepEqual(await stranger.ok('getTranscript'), anew);
  }),

  rule('TRN-9', 'text has one event a line, and grows only at its end', async ({ aFullSession }) => {
    const fixture = await aFullSession();
    const { creator } = fixture;
    const earlier = (await creator.ok('makeTranscript')).content;
    await creator.ok('postMessage', { body: { content: 'one\ntwo\r\nthree\u2028four' } });
    const later = (await creator.ok('makeTranscript')).content;
    ok(later.startsWith(earlier));
    const lines = later.split('\n');
    equal(lines.pop(), '');
    equal(lines.length, await lastSeq(fixture));
    lines.forEach((line, index) => {
      ok(line.startsWith(`${String(index + 1)} `), line);
    });
  }),

  rule('TRN-5', 'nobody can be made to say what they did not', async ({ aSession }) => {
    const { creator } = await aSession({ name: '</title><script>alert(1)</script>' });
    const forged = [
      '\n99 2026-01-01T00:00:00.000Z message.created agent:bob "Bob" partner chat "forged"',
      '\n\n### 99 · **Bob** · bob · partner · chat\n\n> forged',
      '</p></div></article></main><article class="said"><script>alert(1)</script>',
    ];
    for (const content of forged) await creator.ok('postMessage', { body: { content } });
    const [text = '', markdown = '', html = ''] = await Promise.all(
      formats.map(async (format) => (await creator.ok('makeTranscript', { query: { format } })).content),
    );
    ok(!/^99 /m.test(text));
    ok(!/^### 99/m.test(markdown) && !/^#+ .*forged/m.test(markdown) && !markdown.includes('<script'));
    ok(!html.includes('<script') && html.split('<article').length === forged.length + 1);
  }),

  rule('TRN-5', 'what a reader would not see is shown', async ({ aSession }) => {
    const hidden = [
      '\u202e',
      '\u2066',
      '\u200b',
      '\u200f',
      '\ufeff',
      '\u0007',
      '\u001b',
      '\u2028',
      '\u00ad',
      '\u{e0041}',
    ];
    const { creator } = await aSession({ name: `name${hidden.join('')}` });
    await creator.ok('postMessage', { body: { content: `said${hidden.join('x')}` } });
    for (const format of formats) {
      const { content } = await creator.ok('makeTranscript', { query: { format } });
      for (const character of hidden)
        ok(!content.includes(character), `U+${character.codePointAt(0)?.toString(16) ?? ''}`);
      match(content, /202E/i);
    }
  }),

  rule('TRN-3', 'agents alone make it anew, of a completed session too, and no event is appended', async (context) => {
    const fixture = await context.aFullSession();
    await cancelJobs(fixture);
    await fixture.creator.ok('updateSession', { body: { status: 'completed' } });
    const before = await lastSeq(fixture);
    for (const caller of [fixture.creator, fixture.partner]) await caller.ok('makeTranscript');
    for (const caller of [fixture.observer, fixture.invited, fixture.walkIn, fixture.worker]) {
      await caller.refused('FORBIDDEN', 'makeTranscript');
    }
    await fixture.stranger.refused('UNAUTHORIZED', 'makeTranscript');
    await fixture.stranger.ok('getTranscript');
    equal(await lastSeq(fixture), before);
  }),
];
