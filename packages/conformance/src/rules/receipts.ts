import type { Recipient } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Caller } from '../caller.ts';
import { asListed, fieldsOf, lastSeq, range, rule, type SessionFixture, sessionRule } from '../kit.ts';

const joinAsCyd = async ({ stranger, inviteCode }: SessionFixture): Promise<Caller> => {
  const { agentToken } = await stranger.ok('joinSession', { body: { inviteCode, agentId: 'cyd' } });
  return stranger.as(agentToken);
};

const names = (recipients: readonly Recipient[]): string[] => recipients.map(({ agentId }) => agentId);

const reach = { mode: 'turn-end', via: 'rules', checkedAt: '2026-11-02T09:29:00.000Z' } as const;

sessionRule('MSG-7', 'one message is answered as lists have it', async ({ creator, stranger }) => {
  const posted = await creator.ok('postMessage', { body: { content: 'hello @bob' } });
  deepEqual(await stranger.ok('getMessage', { params: { messageId: posted.id } }), asListed(posted));
});

sessionRule('INB-11', 'listed agents are mentioned beside those of the content', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner, observer } = fixture;
  await joinAsCyd(fixture);
  const since = await lastSeq(fixture.creator);
  const body = { content: 'look, @bob', mentions: ['cyd', 'bob', 'cyd'] };
  deepEqual((await creator.ok('postMessage', { body })).mentions, ['bob', 'cyd']);
  deepEqual((await observer.ok('postHumanMessage', { body })).mentions, ['bob', 'cyd']);
  deepEqual(fieldsOf((await partner.ok('readInbox', { query: { since } })).items, 'reason'), ['mention', 'human']);
});

sessionRule('INB-11', 'an id without a seat is refused by its index', async ({ creator, observer }) => {
  const before = await lastSeq(creator);
  for (const [caller, endpoint] of [
    [creator, 'postMessage'],
    [observer, 'postHumanMessage'],
  ] as const) {
    const { details } = await caller.refused('VALIDATION_ERROR', endpoint, {
      body: { content: 'x', mentions: ['bob', 'nobody'] },
    });
    equal((details as { issues: { path: string }[] }).issues[0]?.path, 'body.mentions.1');
  }
  equal(await lastSeq(creator), before);
});

sessionRule('INB-12', 'recipients are those mentioned, else all others', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner, observer } = fixture;
  await joinAsCyd(fixture);
  const say = async (content: string) => names((await creator.ok('postMessage', { body: { content } })).recipients);
  deepEqual(await say('all of you'), ['bob', 'cyd']);
  deepEqual(await say('@cyd only'), ['cyd']);
  deepEqual(await say('@ada myself'), []);
  const { recipients } = await partner.ok('postMessage', { body: { content: 'and you?' } });
  deepEqual(names(recipients), ['ada', 'cyd']);
  const said = await observer.ok('postHumanMessage', { body: { content: 'everybody' } });
  deepEqual(names(said.recipients), ['ada', 'bob', 'cyd']);
  for (const message of (await creator.ok('listMessages')).items) equal('recipients' in message, false);
});

sessionRule('INB-12', 'a recipient is told as its presence and its position say', async ({ creator, partner }) => {
  const post = async (content: string) => {
    const { recipients } = await creator.ok('postMessage', { body: { content } });
    const [bob] = recipients;
    const position = (await creator.ok('listPositions')).items.find(({ agentId }) => agentId === 'bob');
    deepEqual(bob?.unread, position?.unread);
    return bob;
  };
  const never = await post('anybody there?');
  deepEqual([never?.status, never?.reach, never?.lastSeenAt !== null], ['unknown', null, true]);
  const heard = await partner.ok('heartbeat', { body: { status: 'working', reach } });
  await partner.ok('movePosition', { body: { seq: await lastSeq(creator) } });
  const there = await post('and now?');
  deepEqual([there?.status, there?.reach], ['working', reach]);
  ok(there && there.lastSeenAt !== null && there.lastSeenAt >= (heard.lastSeenAt ?? ''));
  deepEqual(there.unread, { forMe: 1, total: 1 });
});

sessionRule('INB-13', 'a receipt is queued, offered, read, answered', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner, stranger } = fixture;
  await joinAsCyd(fixture);
  const { id: messageId, seq } = await creator.ok('postMessage', { body: { content: 'well?' } });
  const receipts = async () => {
    const { items } = await stranger.ok('listReceipts', { params: { messageId } });
    const [bob, cyd] = items;
    deepEqual([items.length, bob?.agentId, bob?.agentName, cyd?.agentId], [2, 'bob', 'Bob', 'cyd']);
    deepEqual([cyd?.state, cyd?.at, cyd?.via], ['queued', null, null]);
    return [bob?.state, typeof bob?.at, bob?.via];
  };
  deepEqual(await receipts(), ['queued', 'object', null]);
  await partner.ok('movePosition', { body: { seq: seq - 1, offeredSeq: seq - 1 } });
  deepEqual(await receipts(), ['queued', 'object', null]);
  await partner.ok('movePosition', { body: { offeredSeq: seq, via: 'a-wake' } });
  deepEqual(await receipts(), ['offered', 'string', 'a-wake']);
  await partner.ok('movePosition', { body: { seq, via: 'a-client' } });
  deepEqual(await receipts(), ['read', 'string', 'a-client']);
  const reply = await partner.ok('postMessage', { body: { content: 'well', replyTo: messageId } });
  await partner.ok('postMessage', { body: { content: 'again', replyTo: messageId } });
  deepEqual(await receipts(), ['answered', 'string', null]);
  equal((await creator.ok('listReceipts', { params: { messageId } })).items[0]?.at, reply.createdAt);
});

sessionRule('PRES-21', 'a heartbeat says how its agent can be woken', async ({ creator, stranger }) => {
  const shown = async () => (await stranger.ok('listPresence')).items.find(({ agentId }) => agentId === 'ada')?.reach;
  equal((await creator.ok('heartbeat')).reach, null);
  deepEqual((await creator.ok('heartbeat', { body: { reach } })).reach, reach);
  await creator.ok('heartbeat', { body: { status: 'idle' } });
  deepEqual(await shown(), reach);
  deepEqual((await creator.ok('heartbeat', { body: { reach: { mode: 'none', via: 'x' } } })).reach, {
    mode: 'none',
    via: 'x',
  });
  equal((await creator.ok('heartbeat', { body: { reach: null } })).reach, null);
  equal(await shown(), null);
});

const say = (caller: Caller, content: string) => caller.ok('postMessage', { body: { content } });

const refusedAsLoop = async (caller: Caller, content: string): Promise<number> => {
  const { details } = await caller.refused('RATE_LIMITED', 'postMessage', { body: { content } });
  equal(details['reason'], 'loop');
  return Number(details['retryAfterSeconds']);
};

const courtesies = ['Thank you so much!', 'You’re very welcome!', '🙏'].concat([
  'Sounds great, have a nice day.',
  'Likewise! Goodbye.',
  'Agreed, 100 %.',
]);

/** Two agents thank each other twelve times. */
const thank = async (one: Caller, other: Caller): Promise<void> => {
  for (const turn of range(12)) await say(turn % 2 === 0 ? one : other, courtesies[turn % courtesies.length] ?? '');
};

sessionRule('LOOP-1', 'after twelve empty messages in a row the next one is refused', async ({ creator, partner }) => {
  await thank(creator, partner);
  equal(await refusedAsLoop(creator, 'Thanks again, Bob!'), 60);
  ok((await refusedAsLoop(partner, 'Bye!')) <= 60);
  deepEqual(fieldsOf((await creator.ok('listMessages')).items.slice(-2), 'authorRole'), ['partner', 'system']);
});

sessionRule('LOOP-4', 'the service says once why, and what ends it', async ({ creator, partner }) => {
  await thank(creator, partner);
  for (const caller of [creator, partner, creator]) await refusedAsLoop(caller, 'Thanks!');
  const { items } = await creator.ok('listMessages');
  const said = items.filter(({ authorRole }) => authorRole === 'system');
  equal(said.length, 1);
  match(said[0]?.content ?? '', /a question, a note, a file, a job/);
});

sessionRule('LOOP-3', 'a message that says something passes and ends the loop', async ({ creator, partner }) => {
  await thank(creator, partner);
  await refusedAsLoop(creator, 'Thanks!');
  await say(partner, 'The parser fails at line 3.');
  await say(creator, 'Thanks!');
});

rule('LOOP-3', 'a note, a file, a job, a person and a change by the creator end it too', async ({ aSession }) => {
  const ends: ((fixture: SessionFixture) => Promise<unknown>)[] = [
    ({ partner }) => partner.ok('createNote', { body: { title: 'Plan' } }),
    ({ partner }) => partner.ok('writeFile', { body: { path: 'a.txt', content: 'a' } }),
    ({ partner }) => partner.ok('submitJob', { body: { type: 'work' } }),
    ({ observer }) => observer.ok('postHumanMessage', { body: { content: 'Go on.' } }),
    ({ creator }) => creator.ok('updateSession', { body: { name: 'Next' } }),
  ];
  for (const end of ends) {
    const fixture = await aSession();
    const { creator, partner } = fixture;
    await creator.ok('configurePool', { body: { provider: 'worker' } });
    await thank(creator, partner);
    await refusedAsLoop(creator, 'Thanks!');
    await end(fixture);
    await say(creator, 'Thanks!');
  }
});

sessionRule('LOOP-1', 'courtesies between messages that say something are no loop', async ({ creator, partner }) => {
  for (const turn of range(16))
    await say(turn % 2 === 0 ? creator : partner, turn % 5 === 4 ? `Part ${String(turn)}` : 'Thanks!');
});

sessionRule('LOOP-1', 'one agent alone is no loop', async ({ creator }) => {
  for (const turn of range(14)) await say(creator, courtesies[turn % courtesies.length] ?? '');
});
