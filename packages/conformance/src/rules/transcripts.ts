import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { cancelJobs, lastSeq } from '../session-fixture.ts';
import { fullSessionRule, rule, sessionRule } from '../rule.ts';

const types = { text: 'text/plain', markdown: 'text/markdown', html: 'text/html' } as const;
const formats = ['text', 'markdown', 'html'] as const;

fullSessionRule('TRN-1', 'a transcript is made where there is none', async ({ id, stranger, message, creator }) => {
  const { content, ...about } = await stranger.ok('getTranscript');
  equal(about.sessionId, id);
  equal(about.format, 'text');
  equal(about.seq, await lastSeq(creator));
  equal(about.messageCount, 1);
  ok(content.includes(message.content));
  for (const format of formats) {
    const made = await stranger.ok('getTranscript', { query: { format } });
    equal(made.format, format);
    ok(made.content.includes(message.content));
  }
});

fullSessionRule('TRN-1', 'Accept for the format sends the text itself', async ({ stranger, partner, http }) => {
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
});

fullSessionRule('TRN-3', 'it is stale until it is made anew', async ({ creator, stranger }) => {
  const made = await creator.ok('makeTranscript');
  equal(made.stale, false);
  const { seq } = await creator.ok('postMessage', { body: { content: 'More' } });
  deepEqual(await stranger.ok('getTranscript'), { ...made, stale: true });
  const anew = await creator.ok('makeTranscript');
  deepEqual([anew.seq, anew.stale, anew.messageCount], [seq, false, 2]);
  deepEqual(await stranger.ok('getTranscript'), anew);
});

fullSessionRule('TRN-9', 'text has one event a line, and grows only at its end', async ({ creator }) => {
  const earlier = (await creator.ok('makeTranscript')).content;
  await creator.ok('postMessage', { body: { content: 'one\ntwo\r\nthree\u2028four' } });
  const later = (await creator.ok('makeTranscript')).content;
  ok(later.startsWith(earlier));
  const lines = later.split('\n');
  equal(lines.pop(), '');
  equal(lines.length, await lastSeq(creator));
  lines.forEach((line, index) => {
    ok(line.startsWith(`${String(index + 1)} `), line);
  });
});

sessionRule(
  'TRN-5',
  'nobody is made to say what they did not',
  { name: '</title><script>alert(1)</script>' },
  async ({ creator }) => {
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
  },
);

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
});

fullSessionRule('TRN-3', 'agents make it anew, of a completed session too', async (fixture) => {
  await cancelJobs(fixture);
  await fixture.creator.ok('updateSession', { body: { status: 'completed' } });
  const before = await lastSeq(fixture.creator);
  for (const caller of [fixture.creator, fixture.partner]) await caller.ok('makeTranscript');
  await fixture.stranger.ok('getTranscript');
  equal(await lastSeq(fixture.creator), before);
});
