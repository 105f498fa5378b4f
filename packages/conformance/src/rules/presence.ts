import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { lastSeq } from '../session-fixture.ts';
import { fullSessionRule, sessionRule } from '../rule.ts';
import { fieldsOf } from '../tools.ts';

sessionRule('PRES-1', 'a heartbeat answers the record and when to send the next', async ({ creator }) => {
  const record = await creator.ok('heartbeat', { body: { status: 'working', currentActivity: 'Reading' } });
  equal(record.agentId, 'ada');
  equal(record.status, 'working');
  equal(record.currentActivity, 'Reading');
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
  equal(await lastSeq(creator), before);
});

fullSessionRule('PRES-8', 'a changed presence is a transient frame', async ({ stranger, creator, partner, listen }) => {
  const stream = await listen(stranger);
  const before = await lastSeq(creator);
  await partner.ok('heartbeat', { body: { status: 'working' } });
  await stream.until('presence.updated', ({ transient }) => transient.includes('presence.updated'));
  equal(await lastSeq(creator), before);
  const replay = await listen(stranger, { since: 0 });
  await replay.upTo(before);
  deepEqual(replay.transient, []);
});

sessionRule('PRES-14', 'a completed session takes heartbeats and typing', async ({ creator }) => {
  await creator.ok('updateSession', { body: { status: 'completed' } });
  equal((await creator.ok('heartbeat', { body: { status: 'idle' } })).status, 'idle');
  await creator.ok('setTyping');
});
