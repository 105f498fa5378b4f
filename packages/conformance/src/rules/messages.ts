import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Caller, CallInput } from '../caller.ts';
import { aloneRule, asListed, lastSeq, pagesOf, range, sessionRule } from '../kit.ts';

const say = (caller: Caller, content: string, more: Record<string, unknown> = {}) =>
  caller.ok('postMessage', { body: { content, ...more } });

const contents = async (caller: Caller, query: CallInput['query'] = {}): Promise<string[]> =>
  (await caller.ok('listMessages', { query })).items.map(({ content }) => content);

/** Posts messages 0 to 9 with notes in between, so that their seqs have gaps. */
const tenMessages = async (creator: Caller) => {
  const messages = [];
  for (const number of range(10)) {
    messages.push(await say(creator, String(number)));
    if (number % 3 === 0) await creator.ok('createNote');
  }
  return messages;
};

sessionRule('MSG-1', 'a message has its shape, its author and the next number', async ({ id, creator, partner }) => {
  const before = await lastSeq(creator);
  const message = await say(partner, 'Hello');
  deepEqual([message.sessionId, message.seq], [id, before + 1]);
  deepEqual([message.authorAgentId, message.authorName, message.authorRole], ['bob', 'Bob', 'partner']);
  deepEqual([message.content, message.msgType, message.replyTo], ['Hello', 'chat', null]);
  deepEqual([message.mentions, message.metadata], [[], {}]);
  equal((await say(creator, 'Hi')).authorRole, 'creator');
  deepEqual((await creator.ok('listMessages')).items[0], asListed(message));
});

sessionRule('MSG-1', 'blank content is kept as it is', async ({ creator }) => {
  for (const content of [' ', '\n\t ', '  padded  ']) equal((await say(creator, content)).content, content);
});

sessionRule('MSG-1', 'metadata is kept as it was sent', async ({ creator }) => {
  const metadata = { nested: { list: [1, 'two', null, { three: 3.5 }], no: false }, '': 'empty', ключ: '値' };
  deepEqual((await say(creator, 'x', { metadata })).metadata, metadata);
  deepEqual((await creator.ok('listMessages')).items[0]?.metadata, metadata);
});

sessionRule('MSG-2', 'msgType is known, or one’s own', async ({ creator }) => {
  for (const msgType of ['chat', 'handoff', 'status', 'action', 'x', 'my_type.v-2', `t${'a'.repeat(63)}`]) {
    equal((await say(creator, 'x', { msgType })).msgType, msgType);
  }
});

aloneRule('MSG-3', 'mentions are agents of the text', { maxAgents: 6 }, async (fixture) => {
  const { creator, stranger, inviteCode } = fixture;
  for (const agentId of ['bob', 'agent.7', 'eve@example.org']) {
    await stranger.ok('joinSession', { body: { inviteCode, agentId } });
  }
  const cases: [string, string[]][] = [
    ['nobody', []],
    ['@bob please', ['bob']],
    ['please @bob, or @ada.', ['bob', 'ada']],
    ['@Bob is not @bob', ['bob']],
    ['@bob @bob @bob', ['bob']],
    ['@carl is not here', []],
    ['@bobby is another', []],
    ['(@agent.7)', ['agent.7']],
    ['ask @agent.7.', ['agent.7']],
    ['@eve@example.org!', ['eve@example.org']],
    ['mail bob@ada', []],
    ['first line\n@ada', ['ada']],
    ['@', []],
  ];
  for (const [content, mentions] of cases) {
    deepEqual((await say(creator, content)).mentions.toSorted(), mentions.toSorted(), JSON.stringify(content));
  }
});

sessionRule('MSG-8', 'a mention of nobody is told in the answer, and nowhere else', async ({ creator }) => {
  const cases: [string, RegExp[]][] = [
    ['@bob and @ada.', []],
    ['ask @bobb.', [/^"@bobb" .*Did you mean "@bob"\?$/]],
    ['@carl, @dora, @carl', [/^"@carl" mentions nobody/, /^"@dora" mentions nobody/]],
    ['mail x@example.org, `@media`, @types/node, @Test()\n```\n@Override\n```', []],
    [
      range(30)
        .map((n) => `@x${String(n)}`.padEnd(120, 'x'))
        .join(' '),
      range(20).map(() => /mentions nobody/),
    ],
  ];
  for (const [content, expected] of cases) {
    const { id, warnings = [] } = await say(creator, content);
    equal(warnings.length, expected.length, content);
    for (const [index, warning] of warnings.entries()) {
      match(warning, expected[index] ?? /^$/);
      ok(warning.length <= 300);
    }
    equal('warnings' in (await creator.ok('getMessage', { params: { messageId: id } })), false);
  }
  equal(JSON.stringify(await creator.ok('listEvents')).includes('mentions nobody'), false);
});

sessionRule('MSG-4', 'replyTo is the id of a message of this session', async ({ creator, partner, aSession }) => {
  const first = await say(creator, 'question');
  equal((await say(partner, 'answer', { replyTo: first.id })).replyTo, first.id);
  equal((await say(partner, 'aside', { replyTo: null })).replyTo, null);
  const foreign = await say((await aSession()).creator, 'elsewhere');
  const note = await creator.ok('createNote');
  for (const replyTo of [foreign.id, note.id, 'msg_none', '', String(first.seq), 'x'.repeat(1000)]) {
    await creator.refused('VALIDATION_ERROR', 'postMessage', { body: { content: 'x', replyTo } });
  }
});

sessionRule('MSG-5', 'the list has the newest messages, oldest first', async ({ creator, stranger }) => {
  await tenMessages(creator);
  deepEqual(await contents(stranger), range(10).map(String));
  deepEqual(await contents(stranger, { limit: 3 }), ['7', '8', '9']);
});

sessionRule('MSG-5', 'msgType keeps the messages of one type', async ({ creator }) => {
  for (const number of range(6)) await say(creator, String(number), { msgType: number % 2 ? 'status' : 'handoff' });
  deepEqual(await contents(creator, { msgType: 'status' }), ['1', '3', '5']);
  deepEqual(await contents(creator, { msgType: 'handoff', limit: 2 }), ['2', '4']);
  deepEqual(await contents(creator, { msgType: 'chat' }), []);
  deepEqual(await contents(creator, { msgType: 'status', since: 0, limit: 2 }), ['1', '3']);
});

sessionRule('MSG-6', 'since and before take messages by seq or id', async ({ creator }) => {
  const messages = await tenMessages(creator);
  const fourth = messages[4];
  for (const point of [fourth?.seq ?? 0, fourth?.id ?? '']) {
    deepEqual(await contents(creator, { since: point }), ['5', '6', '7', '8', '9']);
    deepEqual(await contents(creator, { before: point }), ['0', '1', '2', '3']);
    deepEqual(await contents(creator, { since: point, limit: 2 }), ['5', '6']);
    deepEqual(await contents(creator, { before: point, limit: 2 }), ['2', '3']);
  }
  deepEqual(await contents(creator, { since: 0, limit: 2 }), ['0', '1']);
  deepEqual(await contents(creator, { since: 1_000_000 }), []);
  deepEqual(await contents(creator, { before: 1 }), []);
  // A point in the log may be the seq of a note, too.
  deepEqual(await contents(creator, { since: (messages[3]?.seq ?? 0) + 1, limit: 1 }), ['4']);
});

sessionRule('MSG-6', 'nextCursor continues in the direction asked', async ({ creator }) => {
  await tenMessages(creator);
  const walk = async (query: CallInput['query']): Promise<string[]> => {
    const read = (at: { cursor?: string }) =>
      creator.ok('listMessages', { query: { ...(at.cursor === undefined ? query : at), limit: 4 } });
    return (await pagesOf(read)).map((items) => items.map(({ content }) => content).join(''));
  };
  deepEqual(await walk({ since: 0 }), ['0123', '4567', '89']);
  deepEqual(await walk({}), ['6789', '2345', '01']);
  deepEqual(await walk({ before: 1_000_000 }), ['6789', '2345', '01']);
});

sessionRule('MSG-6', 'a point that is none, or of another session, is 400', async ({ creator, aSession }) => {
  const foreign = await say((await aSession()).creator, 'elsewhere');
  for (const point of ['x', '-1', '1.5', '', 'msg_none', foreign.id, `${foreign.id}x`, 'note_0']) {
    await creator.refused('VALIDATION_ERROR', 'listMessages', { query: { since: point } });
    await creator.refused('VALIDATION_ERROR', 'listMessages', { query: { before: point } });
  }
});

sessionRule('MSG-6', 'since together with before, and wait without since, are 400', async ({ creator }) => {
  for (const query of [{ since: 0, before: 9 }, { wait: 1 }, { wait: 0 }, { wait: 1, before: 9 }])
    await creator.refused('VALIDATION_ERROR', 'listMessages', { query });
});
