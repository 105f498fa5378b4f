import { createClient } from '@pairspace/client';
import type { Message } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { cases } from '@pairspace/testkit/cases';
import { answerCharacters, render } from './answer.ts';
import { plainArguments } from './plain-arguments.ts';
import { seatedAt, textOf } from './testing/seated.ts';
import { tellError } from './tell-error.ts';
import { brief } from './tools/brief.ts';
import { done } from './tools/done.ts';
import { inbox } from './tools/inbox.ts';
import { noteRead } from './tools/note-read.ts';
import { read } from './tools/read.ts';
import { task } from './tools/task.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const { signal } = new AbortController();

const letters = ['w', '😀', '🇩🇪', 'e\u0301', '\n', '漢'];
const longText = fc
  .tuple(fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 12_000 }))
  .map(([unit, times]) => `x${unit.join('').repeat(times)}`.slice(0, 30_000).replace(/[\ud800-\udbff]$/, ''));

/** The contents of the fences of an answer, one after the other. */
const wordsIn = (answer: string): string[] =>
  [...answer.matchAll(/^<<peer (\w+) [^\n]*>>\n([^]*?)\n<<\/peer \1>>$/gm)].map(([, , words = '']) => words);

test('[MCP-22] an answer is cut between characters, and the named offsets show every character once', () => {
  fc.assert(
    fc.property(fc.array(longText, { minLength: 1, maxLength: 4 }), (texts) => {
      const shown: string[] = [];
      for (let offset: string | undefined = '0'; offset !== undefined;) {
        const answer = render({
          pieces: ['head', ...texts.map((text) => ({ by: 'ada', text }))],
          call: 'again',
          offset,
        });
        expect(answer.length).toBeLessThanOrEqual(answerCharacters);
        expect(answer.isWellFormed()).toBe(true);
        shown.push(...wordsIn(answer));
        offset = /\nCut here\. The rest: again, offset (\d+)$/.exec(answer)?.[1];
      }
      expect(shown.join('')).toBe(texts.join(''));
      const charactersIn = (parts: readonly string[]) =>
        parts.reduce((sum, part) => sum + [...new Intl.Segmenter().segment(part)].length, 0);
      expect(charactersIn(shown)).toBe(charactersIn(texts));
    }),
    { numRuns: cases(20) },
  );
});

test('[MCP-14] what is plainly meant is taken, and what is left out may be written down', () => {
  const { input } = task;
  const parsed = plainArguments(input).parse({
    action: 'new',
    title: 7,
    text: '',
    after: '[1, "2"]',
    paths: 'src/a.ts',
    labels: '["a","b"]',
    priority: '#2',
    overlap: 'true',
    seat: null,
  });
  expect(parsed).toEqual({
    action: 'new',
    title: '7',
    after: [1, 2],
    paths: ['src/a.ts'],
    labels: ['a', 'b'],
    priority: 2,
    overlap: true,
  });
  for (const odd of [{ paths: 'a, b' }, { priority: 'high' }, { colour: 1 }, { action: null }])
    expect(plainArguments(input).safeParse({ action: 'new', ...odd }).success).toBe(false);
});

/** Ada speaks to Bob, who has the tools. */
const aPair = async () => {
  const stranger = createClient({ baseUrl: app.url });
  const { session, agentToken } = await stranger.createSession({ agentId: 'ada' });
  const { id: sessionId, inviteCode = '' } = session;
  const joined = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const ada = stranger.withToken(agentToken);
  const client = stranger.withToken(joined.agentToken);
  const seating = {
    ...seatedAt({}),
    find: () => Promise.resolve({ client, service: app.url, sessionId, agentId: 'bob' }),
  };
  const tools = { inbox, done, read, brief, noteRead };
  const call = (name: keyof typeof tools, given: object = {}): Promise<string> => {
    const tool = tools[name] as unknown as typeof read;
    return textOf(tool.run(plainArguments(tool.input).parse(given), { seating, signal })).catch(tellError);
  };
  const receipt = async (messageId: string) => (await ada.listReceipts({ sessionId, messageId })).items[0]?.state ?? '';
  return { sessionId, ada, client, call, receipt };
};

test('[MCP-9] a cut message is no read message, and the end that the named calls show makes it one', async () => {
  const { sessionId, ada, call, receipt } = await aPair();
  const content = `@bob? ${'w😀'.repeat(20_000)} TAIL-17`;
  const { id, seq } = await ada.postMessage({ sessionId, content: content.slice(0, 50_001) });
  const { replyTo, seq: second } = await ada.postMessage({ sessionId, content: 'and @bob?', replyTo: id });
  expect(replyTo).toBe(id);
  let answer = await call('inbox');
  let shown = wordsIn(answer).join('');
  expect(await call('done', { upTo: seq })).toMatch(/longer than one answer/);
  expect(await call('done', { upTo: second })).toMatch(/longer than one answer/);
  expect(await receipt(id)).toBe('queued');
  for (let page = 0; page < 9; page++) {
    const [, message, offset] = /The rest: pairspace_read message (\w+), offset (\d+)$/.exec(answer) ?? [];
    if (message === undefined) break;
    answer = await call('read', { message, offset });
    shown += wordsIn(answer).join('');
  }
  expect(shown).toBe(content.slice(0, 50_001));
  const [, upTo, end] = /pairspace_done (\d+), end (\w+)$/.exec(answer) ?? [];
  expect(await call('done', { upTo, end })).toMatch(/^marked as read/);
  expect(await receipt(id)).toBe('read');
  const reply = await call('inbox');
  expect(reply).toContain(`reply to #${String(seq)}\n`);
  expect(reply).toMatch(/<<peer \w+ ada \(creator\), #\d+, to which it replies; .*>>\n@bob\? w😀/);
});

test('[MCP-9] a message that one answer just shows is told with its end', async () => {
  const { sessionId, ada, call, receipt } = await aPair();
  const { id } = await ada.postMessage({ sessionId, content: `@bob ${'x'.repeat(15_000)}` });
  const [, upTo, end] = /pairspace_done (\d+), end (\w+)$/.exec(await call('inbox')) ?? [];
  await call('done', { upTo, end });
  expect(await receipt(id)).toBe('read');
});

test('[MCP-22] twenty long messages come in answers that fit, each whole', async () => {
  const { sessionId, ada, call, receipt } = await aPair();
  const sent = [];
  for (let message = 0; message < 12; message++)
    sent.push(await ada.postMessage({ sessionId, content: `@bob ${String(message)} ${'x'.repeat(4000)}` }));
  const shown: string[] = [];
  for (let answer = await call('inbox'); !answer.startsWith('nothing new'); answer = await call('inbox')) {
    expect(answer.length).toBeLessThanOrEqual(answerCharacters);
    shown.push(...wordsIn(answer));
    const [, upTo] = /pairspace_done (\d+)/.exec(answer) ?? [];
    await call('done', { upTo });
  }
  expect(shown).toEqual(sent.map(({ content }) => content));
  for (const { id } of sent) expect(await receipt(id)).toBe('read');
});

/** The words of messages in an answer, without those of the messages to which they reply. */
const messagesIn = (answer: string): string[] =>
  wordsIn(answer.replace(/^<<peer (\w+) .*, to which it replies; [^]*?\n<<\/peer \1>>$/gm, ''));

/** The content of 200 messages, of which some are long, and some look like parts of an answer. */
const talk = fc.array(
  fc.record({
    text: fc.oneof(
      { weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(...letters, 'z', '.') }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('Next: pairspace_done 7', 'Cut here. The rest: x, offset 3', '[mention] #3 msg_1'),
      },
      { weight: 1, arbitrary: longText },
      { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 102_300 }).map((length) => 'y'.repeat(length)) },
    ),
    isMention: fc.boolean(),
    isReply: fc.boolean(),
  }),
  { minLength: 200, maxLength: 200 },
);

test('[MCP-9] [MCP-22] the tools show every character of 200 messages once, and those that were shown count as read', async () => {
  const property = fc.asyncProperty(talk, async (messages) => {
    const { sessionId, ada, call, receipt } = await aPair();
    const sent: Message[] = [];
    for (const { text, isMention, isReply } of messages) {
      const content = `${isMention ? '@bob ' : 'x'}${text}`;
      sent.push(await ada.postMessage({ sessionId, content, replyTo: isReply ? sent.at(-1)?.id : undefined }));
    }
    const follow = async (answer: string): Promise<{ answer: string; words: string[] }> => {
      const words = messagesIn(answer);
      const [, message, offset] =
        /\nCut here\. The rest: pairspace_read message (\w+), offset (\d+)$/.exec(answer) ?? [];
      if (message === undefined) return { answer, words };
      const rest = await follow(await call('read', { message, offset }));
      return { answer: rest.answer, words: [`${words.join('')}${rest.words.join('')}`] };
    };
    const shown: string[] = [];
    for (;;) {
      const answer = await call('inbox');
      if (answer.startsWith('nothing new')) break;
      const entries = await follow(answer);
      const before = shown.length;
      shown.push(...entries.words);
      // Nothing counts as read before the agent says so.
      for (const { id } of sent.slice(before, shown.length)) expect(await receipt(id)).not.toBe('read');
      const [, upTo, end] = /pairspace_done (\d+)(?:, end (\w+))?/.exec(entries.answer.split('\n').at(-1) ?? '') ?? [];
      await call('done', { upTo, end });
      for (const { id } of sent.slice(before, shown.length)) expect(await receipt(id)).toBe('read');
      const next = sent[shown.length];
      if (next) expect(await receipt(next.id)).not.toBe('read');
    }
    expect(shown).toEqual(sent.map(({ content }) => content));
    const read: string[] = [];
    for (let since: string | undefined = '0'; since !== undefined;) {
      const { answer, words } = await follow(await call('read', { since, limit: 50 }));
      read.push(...words);
      since = /; more: pairspace_read since (\d+)$|pairspace_wait since (\d+)$|pairspace_done (\d+)/
        .exec(answer.split('\n').at(-1) ?? '')
        ?.slice(1)
        .find(Boolean);
      if (read.length >= sent.length) break;
    }
    expect(read).toEqual(sent.map(({ content }) => content));
  });
  await fc.assert(property, { numRuns: cases(1), endOnFailure: true });
});

test('[MCP-24] a brief begins with who its reader is, and names no number to mark when it is cut', async () => {
  const { sessionId, ada, call } = await aPair();
  expect(await call('brief')).toMatch(/^You are `bob` \(partner\)\n<<peer[^]*pairspace_done \d+$/);
  for (let message = 0; message < 9; message++) await ada.postMessage({ sessionId, content: '@bob '.repeat(100) });
  expect(await call('brief', { characters: '500' })).not.toContain('pairspace_done');
});

test('[MCP-22] the page of a note ends before a character that does not fit', async () => {
  const { sessionId, ada, call } = await aPair();
  const { id } = await ada.createNote({ sessionId, content: `b${'😀'.repeat(60_000)}` });
  const first = await call('noteRead', { note: id });
  expect(first.isWellFormed()).toBe(true);
  expect((await call('noteRead', { note: id, offset: 16_000 })).isWellFormed()).toBe(true);
});
