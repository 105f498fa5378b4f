import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Recipient } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { sessionRule } from '../rule.ts';
import { asListed, lastSeq, type SessionFixture } from '../session-fixture.ts';
import { fieldsOf } from '../tools.ts';

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
  const { items } = await partner.ok('readInbox', { query: { since } });
  deepEqual(fieldsOf(items, 'reason'), ['mention', 'human']);
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
  const { items } = await creator.ok('listReceipts', { params: { messageId } });
  equal(items[0]?.at, reply.createdAt);
});

sessionRule('INB-13', 'receipts of a person’s message name every agent, in pages', async ({ creator, observer }) => {
  const { id: messageId } = await observer.ok('postHumanMessage', { body: { content: 'stop' } });
  const first = await creator.ok('listReceipts', { params: { messageId }, query: { limit: 1 } });
  const next = await creator.ok('listReceipts', {
    params: { messageId },
    query: { limit: 1, cursor: first.nextCursor ?? '' },
  });
  deepEqual([first.items[0]?.agentId, next.items[0]?.agentId, next.nextCursor], ['ada', 'bob', null]);
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
