import type { InboxReason } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Caller } from '../caller.ts';
import { actsSince, asListed, fieldsOf, fullSessionRule, lastSeq, type SessionFixture, sessionRule } from '../kit.ts';

/** The entries after a seq, as pairs of event name and reason. */
const entriesAfter = async (caller: Caller, since: number): Promise<[string, InboxReason][]> => {
  const { items } = await caller.ok('readInbox', { query: { since, limit: 200 } });
  return items.map(({ event, reason }) => [event.event, reason]);
};

/** Joins a third agent, after ada and bob. */
const joinAsCyd = async ({ stranger, inviteCode }: SessionFixture): Promise<Caller> => {
  const { agentToken } = await stranger.ok('joinSession', { body: { inviteCode, agentId: 'cyd' } });
  return stranger.as(agentToken);
};

sessionRule('INB-1', 'positions begin at 0', async ({ creator, stranger }) => {
  const { items } = await stranger.ok('listPositions');
  deepEqual(fieldsOf(items, 'agentId', 'readSeq', 'offeredSeq'), [
    ['ada', 0, 0],
    ['bob', 0, 0],
  ]);
  equal(items[0]?.unread.total, await lastSeq(creator));
});

sessionRule('INB-2', 'positions only move forward, and what was read was offered', async ({ partner }) => {
  const moved = await partner.ok('movePosition', { body: { seq: 2, via: 'rules' } });
  deepEqual([moved.agentId, moved.readSeq, moved.offeredSeq], ['bob', 2, 2]);
  const offered = await partner.ok('movePosition', { body: { offeredSeq: 3 } });
  deepEqual([offered.readSeq, offered.offeredSeq], [2, 3]);
  deepEqual(await partner.ok('movePosition', { body: { seq: 1, offeredSeq: 0 } }), offered);
  deepEqual(await partner.ok('movePosition', { body: {} }), offered);
});

sessionRule('INB-1', 'unread counts the log and what concerns the agent', async ({ creator, partner }) => {
  await partner.ok('movePosition', { body: { seq: await lastSeq(creator) } });
  await creator.ok('postMessage', { body: { content: 'one' } });
  await creator.ok('createNote');
  await creator.ok('postMessage', { body: { content: 'two' } });
  const { unread, readSeq } = await partner.ok('readInbox');
  deepEqual(unread, { forMe: 2, total: 3 });
  const read = await partner.ok('movePosition', { body: { seq: readSeq + 1 } });
  deepEqual(read.unread, { forMe: 1, total: 2 });
});

sessionRule('INB-2', 'a position beyond the log is refused and changes nothing', async ({ creator, partner }) => {
  const end = await lastSeq(creator);
  const before = await partner.ok('listPositions');
  for (const body of [{ seq: end + 1 }, { offeredSeq: end + 1 }, { seq: 1, offeredSeq: end + 1 }]) {
    await partner.refused('VALIDATION_ERROR', 'movePosition', { body });
  }
  deepEqual(await partner.ok('listPositions'), before);
});

sessionRule('INB-5', 'a move is a transient frame and no event', async ({ creator, partner, stranger, listen }) => {
  const stream = await listen(stranger);
  const before = await lastSeq(creator);
  await partner.ok('movePosition', { body: { seq: 1 } });
  await stream.until('position.updated', ({ transient }) => transient.includes('position.updated'));
  deepEqual(await actsSince(creator, before), []);
});

sessionRule('INB-6', 'an export holds no positions', async ({ creator, partner }) => {
  await partner.ok('movePosition', { body: { seq: 1, via: 'a-client-of-its-own' } });
  const text = JSON.stringify(await creator.ok('exportSession'));
  for (const word of ['readSeq', 'offeredSeq', 'a-client-of-its-own']) equal(text.includes(word), false, word);
});

sessionRule('INB-7', 'the inbox holds what others did, and reading it moves nothing', async ({ creator, partner }) => {
  await partner.ok('movePosition', { body: { seq: await lastSeq(creator) } });
  const sent = await creator.ok('postMessage', { body: { content: 'hello' } });
  await partner.ok('postMessage', { body: { content: 'mine' } });
  const first = await partner.ok('readInbox');
  deepEqual(fieldsOf(first.items, 'seq', 'event.data'), [[sent.seq, asListed(sent)]]);
  deepEqual(await partner.ok('readInbox'), first);
  equal(first.lastSeq, sent.seq + 1);
  await partner.ok('movePosition', { body: { seq: sent.seq } });
  deepEqual((await partner.ok('readInbox')).items, []);
  equal((await partner.ok('readInbox', { query: { since: sent.seq - 1 } })).items.length, 1);
});

sessionRule('INB-8', 'mention, reply, handoff and partner', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner } = fixture;
  const pair = await lastSeq(fixture.creator);
  await creator.ok('postMessage', { body: { content: 'just us' } });
  deepEqual(await entriesAfter(partner, pair), [['message.created', 'partner']]);

  const cyd = await joinAsCyd(fixture);
  const since = await lastSeq(fixture.creator);
  const asked = await creator.ok('postMessage', { body: { content: '@bob look', msgType: 'handoff' } });
  await cyd.ok('postMessage', { body: { content: 'to nobody' } });
  await creator.ok('postMessage', { body: { content: 'who takes it?', msgType: 'handoff' } });
  const answer = await partner.ok('postMessage', { body: { content: 'on it', replyTo: asked.id } });
  await cyd.ok('postMessage', { body: { content: 'and?', replyTo: asked.id } });
  await creator.ok('postMessage', { body: { content: 'thanks for that', replyTo: answer.id } });
  deepEqual(await entriesAfter(partner, since), [
    ['message.created', 'mention'],
    ['message.created', 'handoff'],
    ['message.created', 'partner'],
    ['message.created', 'reply'],
  ]);
  deepEqual(await entriesAfter(creator, since), [
    ['message.created', 'reply'],
    ['message.created', 'reply'],
  ]);
  deepEqual(await entriesAfter(cyd, since), [['message.created', 'handoff']]);
});

sessionRule('INB-8', 'what a person says concerns every agent', async ({ creator, partner, observer }) => {
  const since = await lastSeq(creator);
  await observer.ok('postHumanMessage', { body: { content: '@bob stop, please' } });
  for (const agent of [creator, partner]) {
    deepEqual(await entriesAfter(agent, since), [['message.created', 'human']]);
  }
});

fullSessionRule('INB-8', 'changes of others concern whoever wrote', async ({ creator, partner, note, file }) => {
  const since = await lastSeq(creator);
  const edit = { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'x' } };
  await partner.ok('updateNote', edit);
  await partner.ok('writeFile', { body: { path: file.path, content: 'x' } });
  await partner.ok('writeFile', { body: { path: 'of-bob.txt', content: 'x' } });
  deepEqual(await entriesAfter(creator, since), [
    ['note.updated', 'note'],
    ['file.updated', 'file'],
  ]);
  const theirs = await lastSeq(creator);
  await creator.ok('deleteNote', { params: { noteId: note.id } });
  await creator.ok('deleteFile', { params: { path: file.path } });
  deepEqual(await entriesAfter(partner, theirs), [
    ['note.deleted', 'note'],
    ['file.deleted', 'file'],
  ]);
});

fullSessionRule('INB-8', 'the end of a job concerns whoever submitted it', async ({ creator, partner, job }) => {
  const since = await lastSeq(creator);
  await partner.ok('cancelJob', { params: { jobId: job.id } });
  deepEqual(await entriesAfter(creator, since), [['job.updated', 'job']]);
});

sessionRule('INB-8', 'status, visibility and seats concern the others', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner } = fixture;
  const since = await lastSeq(fixture.creator);
  await creator.ok('updateSession', { body: { name: 'Renamed' } });
  await creator.ok('updateSession', { body: { status: 'paused' } });
  await creator.ok('setVisibility');
  await joinAsCyd(fixture);
  await creator.ok('removeAgent', { params: { agentId: 'cyd' } });
  const told = (await entriesAfter(partner, since)).map(([event]) => event);
  deepEqual(told, ['session.paused', 'session.updated', 'session.joined', 'agent.removed']);
});

sessionRule('INB-9', 'what was said before an agent came is not in its inbox', { maxAgents: 3 }, async (fixture) => {
  await fixture.creator.ok('postMessage', { body: { content: 'early', msgType: 'handoff' } });
  const cyd = await joinAsCyd(fixture);
  deepEqual(await entriesAfter(cyd, 0), []);
});

sessionRule('INB-7', 'a wait ends with what concerns the caller alone', { maxAgents: 3 }, async (fixture) => {
  const { creator, partner } = fixture;
  const cyd = await joinAsCyd(fixture);
  const since = await lastSeq(fixture.creator);
  const waiting = cyd.ok('readInbox', { query: { since, wait: 20 } });
  await creator.ok('postMessage', { body: { content: 'for nobody' } });
  await partner.ok('createNote');
  const named = await creator.ok('postMessage', { body: { content: '@cyd now' } });
  deepEqual(fieldsOf((await waiting).items, 'seq', 'reason'), [[named.seq, 'mention']]);
});

sessionRule('INB-7', 'a wait ends when the session is completed, for all', async ({ creator, partner }) => {
  const since = await lastSeq(creator);
  const waits = [creator, partner].map((agent) => agent.ok('readInbox', { query: { since, wait: 30 } }));
  const began = performance.now();
  await creator.ok('updateSession', { body: { status: 'completed' } });
  const [mine, other] = await Promise.all(waits);
  ok(performance.now() - began < 15_000);
  deepEqual(mine?.items, []);
  equal(other?.items[0]?.reason, 'session');
});

sessionRule('PRES-1', 'a heartbeat answers the record and when to send the next', async ({ creator }) => {
  const record = await creator.ok('heartbeat', { body: { status: 'working', currentActivity: 'Reading' } });
  deepEqual([record.agentId, record.status, record.currentActivity], ['ada', 'working', 'Reading']);
  equal(record.heartbeatIntervalMs, 15_000);
  ok(record.lastSeenAt !== null && record.expiresAt !== null && record.lastSeenAt < record.expiresAt);
});

sessionRule('PRES-3', 'every agent has a record, unknown until its first heartbeat', async ({ partner, stranger }) => {
  await partner.ok('heartbeat', { body: { status: 'idle' } });
  const { items } = await stranger.ok('listPresence');
  deepEqual(fieldsOf(items, 'agentId', 'status'), [
    ['ada', 'unknown'],
    ['bob', 'idle'],
  ]);
});

sessionRule('PRES-22', 'lastActiveAt is the newest heartbeat or write', async ({ creator, partner, stranger }) => {
  const of = async (agentId: string) =>
    (await stranger.ok('listPresence')).items.find((one) => one.agentId === agentId);
  const before = await of('bob');
  const { createdAt } = await partner.ok('postMessage', { body: { content: 'here' } });
  const after = await of('bob');
  deepEqual([after?.status, after?.lastSeenAt, after?.lastActiveAt], ['unknown', null, createdAt]);
  ok(before && before.lastActiveAt <= createdAt);
  const note = await partner.ok('createNote');
  equal((await of('bob'))?.lastActiveAt, note.createdAt);
  await creator.ok('postMessage', { body: { content: 'not bob' } });
  equal((await of('bob'))?.lastActiveAt, note.createdAt);
  match(
    (await stranger.ok('getBrief')).text,
    /^- `bob` \(partner, named `Bob`\) is without heartbeats, last active \d{4}-/m,
  );
  const heard = await partner.ok('heartbeat');
  deepEqual([heard.lastActiveAt, heard.lastSeenAt], [heard.lastSeenAt, (await of('bob'))?.lastActiveAt]);
});

sessionRule('PRES-3', 'watchers counts the live streams', async ({ stranger, walkIn, listen }) => {
  equal((await stranger.ok('listPresence')).watchers, 0);
  await listen(stranger);
  await listen(walkIn);
  equal((await stranger.ok('listPresence')).watchers, 2);
});

fullSessionRule('PRES-7', 'typing stores nothing and is a frame', async ({ stranger, creator, partner, listen }) => {
  const stream = await listen(stranger);
  const before = await lastSeq(creator);
  await partner.ok('setTyping');
  await stream.until('typing', ({ transient }) => transient.includes('typing'));
  deepEqual(await actsSince(creator, before), []);
});

fullSessionRule('PRES-8', 'a changed presence is a transient frame', async ({ stranger, creator, partner, listen }) => {
  const stream = await listen(stranger);
  const before = await lastSeq(creator);
  await partner.ok('heartbeat', { body: { status: 'working' } });
  await stream.until('presence.updated', ({ transient }) => transient.includes('presence.updated'));
  deepEqual(await actsSince(creator, before), []);
  const replay = await listen(stranger, { since: 0 });
  await replay.upTo(before);
  deepEqual(replay.transient, []);
});

sessionRule('PRES-14', 'a completed session takes heartbeats and typing', async ({ creator }) => {
  await creator.ok('updateSession', { body: { status: 'completed' } });
  equal((await creator.ok('heartbeat', { body: { status: 'idle' } })).status, 'idle');
  await creator.ok('setTyping');
});
