import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { lastSeq } from '../session-fixture.ts';
import { rule } from '../rule.ts';

export const presenceRules = [
  rule('PRES-1', 'a heartbeat answers the record and when to send the next', async ({ aSession }) => {
    const { creator } = await aSession();
    const record = await creator.ok('heartbeat', { body: { status: 'working', currentActivity: 'Reading' } });
    equal(record.agentId, 'ada');
    equal(record.status, 'working');
    equal(record.currentActivity, 'Reading');
    equal(record.heartbeatIntervalMs, 15_000);
    ok(record.lastSeenAt !== null && record.expiresAt !== null && record.lastSeenAt < record.expiresAt);
  }),

  rule(
    'PRES-1',
    'no agent is offline who says so, and an activity has 200 characters at most',
    async ({ aSession }) => {
      const { creator } = await aSession();
      await creator.refused('VALIDATION_ERROR', 'heartbeat', { body: { status: 'offline' } });
      await creator.refused('VALIDATION_ERROR', 'heartbeat', { body: { currentActivity: 'x'.repeat(201) } });
      await creator.ok('heartbeat', { body: { currentActivity: 'x'.repeat(200) } });
    },
  ),

  rule('PRES-3', 'every agent has a record, unknown until its first heartbeat', async ({ aSession }) => {
    const { partner, stranger } = await aSession();
    await partner.ok('heartbeat', { body: { status: 'idle' } });
    const { items } = await stranger.ok('listPresence');
    deepEqual(
      items.map(({ agentId, status }) => [agentId, status]),
      [
        ['ada', 'unknown'],
        ['bob', 'idle'],
      ],
    );
  }),

  rule('PRES-22', 'lastActiveAt is the newest of heartbeat and write, whatever the status', async ({ aSession }) => {
    const { creator, partner, stranger } = await aSession();
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
  }),

  rule('PRES-3', 'watchers counts the live streams', async ({ aSession, listen }) => {
    const { stranger, walkIn } = await aSession();
    equal((await stranger.ok('listPresence')).watchers, 0);
    await listen(stranger);
    await listen(walkIn);
    equal((await stranger.ok('listPresence')).watchers, 2);
  }),

  rule('PRES-7', 'typing stores nothing and reaches live streams as a frame without id', async (context) => {
    const fixture = await context.aFullSession();
    const stream = await context.listen(fixture.stranger);
    const before = await lastSeq(fixture);
    await fixture.partner.ok('setTyping');
    await stream.until('typing', ({ transient }) => transient.includes('typing'));
    equal(await lastSeq(fixture), before);
  }),

  rule('PRES-8', 'a changed presence is a transient frame; replay does not repeat it', async (context) => {
    const fixture = await context.aFullSession();
    const stream = await context.listen(fixture.stranger);
    const before = await lastSeq(fixture);
    await fixture.partner.ok('heartbeat', { body: { status: 'working' } });
    await stream.until('presence.updated', ({ transient }) => transient.includes('presence.updated'));
    equal(await lastSeq(fixture), before);
    const replay = await context.listen(fixture.stranger, { since: 0 });
    await replay.upTo(before);
    deepEqual(replay.transient, []);
  }),

  rule('PRES-14', 'a completed session takes heartbeats and typing', async ({ aSession }) => {
    const { creator } = await aSession();
    await creator.ok('updateSession', { body: { status: 'completed' } });
    equal((await creator.ok('heartbeat', { body: { status: 'idle' } })).status, 'idle');
    await creator.ok('setTyping');
  }),
];
