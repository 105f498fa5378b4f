import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { OwnInboxItem } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { aKeyHolder, joinedBy, type KeyHolder, keyRule } from '../key-holder.ts';
import { eventsAfter, fieldsOf, lastSeq, pagesOf, range, rule, timed, together, within } from '../kit.ts';

const mention = (by: Caller, { agentId }: KeyHolder, content = 'Please') =>
  by.ok('postMessage', { body: { content, mentions: [agentId] } });

const placesOf = (items: readonly OwnInboxItem[]) => items.map(({ sessionId, seq }) => ({ sessionId, seq }));

keyRule('ME-1', 'the key is no token of a session, though it has a seat there', async ({ me, joined }) => {
  const open = await joined();
  const hidden = await joined({ visibility: 'private' });
  await me.in(open.id).ok('getSession');
  equal((await me.in(open.id).ok('getSession')).inviteCode, undefined);
  await me.in(hidden.id).refused('FORBIDDEN', 'getSession');
  for (const { id } of [open, hidden]) {
    const before = await lastSeq(open.creator);
    await me.in(id).refused('FORBIDDEN', 'postMessage', { body: { content: 'mine' } });
    await me.in(id).refused('FORBIDDEN', 'readInbox');
    await me.in(id).refused('FORBIDDEN', 'forkSession');
    equal(await lastSeq(open.creator), before);
  }
});

keyRule('ME-1', 'a key in another header and a key of nobody are refused', async (fixture) => {
  const { me, agentId, agentKey, nobody } = fixture;
  const names = ['getMe', 'listMySessions', 'readMyInbox'] as const;
  for (const name of names) {
    await nobody.refused('UNAUTHORIZED', name);
    await nobody.refused('UNAUTHORIZED', name, { headers: { 'x-agent-key': agentKey } });
    await nobody.refused('UNAUTHORIZED', name, { headers: { 'x-create-key': agentKey } });
    await nobody.as(`agk_${'A'.repeat(43)}`).refused('UNAUTHORIZED', name);
    await nobody.as('agk_').refused('UNAUTHORIZED', name);
    await me.ok(name);
  }
  await nobody.as(`agk_${'A'.repeat(43)}`).refused('UNAUTHORIZED', 'listSessions');
  deepEqual((await me.ok('getMe')).agentId, agentId);
});

keyRule('ME-1', 'a key in a message or a note is refused', async ({ agentKey, aSession }) => {
  const { creator } = await aSession();
  for (const [name, body] of [
    ['postMessage', { content: `It is ${agentKey}` }],
    ['createNote', { title: 'Key', content: agentKey }],
  ] as const) {
    const error = await creator.refused('VALIDATION_ERROR', name, { body });
    equal(error.details['reason'], 'contains_token');
  }
});

rule('ME-2', 'seats under the id from before belong to others, save the one that protected it', async (context) => {
  const { nobody } = context;
  const agentId = `key-${randomUUID()}`;
  const first = await nobody.ok('createSession', { body: { agentId, visibility: 'private' } });
  const second = await nobody.ok('createSession', { body: { agentId, visibility: 'private' } });
  const { agentKey } = await nobody.as(first.agentToken).ok('saveProfile', { body: { agentId, protect: true } });
  const me = nobody.as(agentKey);
  const ids = async () => (await me.ok('listMySessions')).items.map(({ id }) => id);
  deepEqual(await ids(), [first.session.id]);
  const refusal = await me.in(second.session.id).refused('FORBIDDEN', 'recoverAgent', { body: {} });
  equal(refusal.details['reason'], 'agent_key');
  // With its code, and the key beside it, the seat becomes one of the key.
  await me.in(second.session.id).ok('recoverAgent', { body: { recoveryCode: second.recoveryCode } });
  deepEqual(await ids(), [second.session.id, first.session.id]);
});

rule('ME-2', 'a protection that is lifted and made again has none of the seats', async (context) => {
  const holder = await aKeyHolder(context);
  const { agentId } = holder;
  const [first] = [await joinedBy(context, holder), await joinedBy(context, holder, { visibility: 'private' })];
  await holder.me.ok('saveProfile', { body: { agentId, protect: false } });
  await holder.me.refused('UNAUTHORIZED', 'getMe');
  const { agentKey } = await first.seat.ok('saveProfile', { body: { agentId, protect: true } });
  const me = context.nobody.as(agentKey);
  deepEqual(fieldsOf((await me.ok('listMySessions')).items, 'id'), [first.id]);
  await me.ok('endAgentKey', { params: { agentId } });
  await first.seat.refused('UNAUTHORIZED', 'whoami');
});

rule('ME-3', 'create and join take the bearer key like X-Agent-Key', async (context) => {
  const { nobody, aSession } = context;
  const { me, agentId, agentKey } = await aKeyHolder(context);
  const other = await aKeyHolder(context);
  const made = await me.ok('createSession', { body: {} });
  deepEqual(made.session.creator, { agentId, agentName: 'Kay' });
  const { id, inviteCode, stranger } = await aSession({ maxAgents: 4 });
  const joined = await me.in(id).ok('joinSession', { body: { inviteCode } });
  equal((await stranger.as(joined.agentToken).ok('whoami')).agentId, agentId);
  const refusal = await me.refused('FORBIDDEN', 'createSession', { body: { agentId: other.agentId } });
  equal(refusal.details['reason'], 'agent_key');
  await nobody.refused('FORBIDDEN', 'createSession', { body: { agentId } });
  const headers = { 'x-agent-key': agentKey };
  equal((await nobody.ok('createSession', { body: { agentId }, headers })).session.creator.agentId, agentId);
  await me.refused('FORBIDDEN', 'createSession', { body: { agentId }, headers: { 'x-agent-key': other.agentKey } });
  equal((await me.ok('saveProfile', { body: { agentId, description: 'Knows.' } })).description, 'Knows.');
});

keyRule('ME-4', 'the agent of a key sees its seats and what is unread', async ({ holder, me, agentId, joined }) => {
  const none = { seats: 0, unread: { forMe: 0, total: 0 } };
  deepEqual(await me.ok('getMe'), { agentId, agentName: 'Kay', ...none });
  const sessions = [await joined(), await joined({ visibility: 'private' })];
  for (const { creator } of sessions) await mention(creator, holder);
  const positions = await Promise.all(sessions.map(({ seat }) => seat.ok('readInbox')));
  const { seats, unread } = await me.ok('getMe');
  equal(seats, 2);
  deepEqual(unread, {
    forMe: positions.reduce((sum, one) => sum + one.unread.forMe, 0),
    total: positions.reduce((sum, one) => sum + one.unread.total, 0),
  });
  for (const { seat } of sessions) await seat.ok('movePosition', { body: { seq: await lastSeq(seat) } });
  deepEqual((await me.ok('getMe')).unread, { forMe: 0, total: 0 });
});

keyRule('ME-5', 'sessions are listed by activity, private ones too', async ({ holder, me, agentId, joined }) => {
  const open = await joined();
  const hidden = await joined({ visibility: 'private' });
  const ended = await joined();
  await ended.creator.ok('updateSession', { body: { status: 'completed' } });
  await mention(open.creator, holder);
  const { items, nextCursor } = await me.ok('listMySessions');
  deepEqual(fieldsOf(items, 'id'), [open.id, ended.id, hidden.id]);
  equal(nextCursor, null);
  const [newest] = items;
  deepEqual([newest?.agentId, newest?.role, newest?.readSeq], [agentId, 'partner', 0]);
  deepEqual(newest?.unread, (await open.seat.ok('readInbox')).unread);
  equal(JSON.stringify(items).includes(open.inviteCode), false, 'no invite code');
  const pages = await pagesOf((at) => me.ok('listMySessions', { query: { limit: 1, ...at } }));
  deepEqual(fieldsOf(pages.flat(), 'id'), [open.id, ended.id, hidden.id]);
  const done = await me.ok('listMySessions', { query: { status: 'completed' } });
  deepEqual(fieldsOf(done.items, 'id'), [ended.id]);
});

rule('ME-5', 'a private session is listed to the key of its agent alone', async (context) => {
  const [holder, other] = [await aKeyHolder(context), await aKeyHolder(context)];
  const { id, creator } = await joinedBy(context, holder, { visibility: 'private' });
  await mention(creator, holder);
  equal((await holder.me.ok('listMySessions')).items.length, 1);
  deepEqual((await other.me.ok('listMySessions')).items, []);
  deepEqual((await other.me.ok('readMyInbox')).items, []);
  equal((await other.me.ok('getMe')).seats, 0);
  await other.me.in(id).refused('FORBIDDEN', 'recoverAgent', { body: {} });
  await creator.ok('removeAgent', { params: { agentId: holder.agentId } });
  deepEqual((await holder.me.ok('listMySessions')).items, []);
  deepEqual((await holder.me.ok('readMyInbox')).items, []);
});

keyRule('ME-6', 'one inbox is over all seats, oldest first', async ({ holder, me, joined }) => {
  const sessions = [await joined(), await joined({ visibility: 'private' }), await joined()];
  const said: { sessionId: string; seq: number }[] = [];
  for (const round of range(4)) {
    for (const { creator, id } of sessions) {
      const { seq } = await mention(creator, holder, `Round ${String(round)}`);
      said.push({ sessionId: id, seq });
    }
  }
  const { items } = await me.ok('readMyInbox');
  deepEqual(placesOf(items).sort(byPlace), [...said].sort(byPlace));
  const times = items.map(({ event }) => event.timestamp);
  deepEqual(times, [...times].sort(), 'oldest first');
  for (const item of items) {
    deepEqual([item.reason, item.event.sessionId, item.sessionName], ['mention', item.sessionId, 'Untitled session']);
  }
  const pages = await pagesOf((at) => me.ok('readMyInbox', { query: { limit: 5, ...at } }));
  ok(pages.every((page) => page.length <= 5));
  deepEqual(placesOf(pages.flat()), placesOf(items));
  const [first] = sessions;
  ok(first);
  const until = said[3]?.seq ?? 0;
  await first.seat.ok('movePosition', { body: { seq: until } });
  const left = await me.ok('readMyInbox');
  const told = placesOf(items).filter(({ sessionId, seq }) => sessionId !== first.id || seq > until);
  deepEqual(placesOf(left.items), told);
});

keyRule('ME-6', 'one wait is for all seats, and for nobody else', async ({ holder, me, joined }) => {
  const [first, second] = [await joined(), await joined()];
  const idle = await timed(me.ok('readMyInbox', { query: { wait: 1 } }));
  deepEqual(idle.result.items, []);
  ok(idle.ms >= 900, 'it was held');
  for (const { creator, seat } of [second, first]) {
    const wait = timed(me.ok('readMyInbox', { query: { wait: 30 } }));
    await creator.ok('postMessage', { body: { content: 'For Bob', mentions: ['bob'] } });
    const { seq } = await mention(creator, holder);
    const { result, ms } = await wait;
    deepEqual(fieldsOf(result.items, 'seq'), [seq]);
    ok(ms < 20_000, `woken after ${String(ms)} ms`);
    await seat.ok('movePosition', { body: { seq } });
  }
});

keyRule('ME-6', 'a read and a wait can be for some sessions alone', async ({ holder, me, joined, aSession }) => {
  const [first, second] = [await joined(), await joined()];
  const { id: foreign } = await aSession();
  const { seq } = await mention(first.creator, holder);
  const read = (sessions: string[], wait = 0) =>
    timed(me.ok('readMyInbox', { query: { sessions: sessions.join(','), wait } }));
  const idle = await read([second.id, foreign], 1);
  deepEqual(idle.result.items, []);
  ok(idle.ms >= 900, 'news of a session that was not named ended no wait');
  const { result } = await read([second.id, first.id, foreign], 30);
  deepEqual(fieldsOf(result.items, 'sessionId', 'seq'), [[first.id, seq]]);
});

keyRule('ME-8', 'the key recovers the own seat without a code', async ({ me, agentId, joined, listen }) => {
  const { id, seat, code, creator, stranger } = await joined({ visibility: 'private' });
  const stream = await listen(seat);
  const recovered = await me.in(id).ok('recoverAgent', { body: {} });
  equal((await stranger.as(recovered.agentToken).ok('whoami')).agentId, agentId);
  await within('the end of the stream', stream.ended);
  await seat.refused('UNAUTHORIZED', 'whoami');
  await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode: code } });
  await stranger.ok('recoverAgent', { body: { recoveryCode: recovered.recoveryCode } });
  equal((await eventsAfter(creator, 0)).filter(({ event }) => event === 'agent.recovered').length, 2);
  await stranger.refused('VALIDATION_ERROR', 'recoverAgent', { body: {} });
  await creator.refused('VALIDATION_ERROR', 'recoverAgent', { body: {} });
});

rule('ME-8', 'another seat is refused, and that is no wrong code', async (context) => {
  const [holder, other] = [await aKeyHolder(context), await aKeyHolder(context)];
  const { id } = await joinedBy(context, holder);
  await together(range(12), () => other.me.in(id).refused('FORBIDDEN', 'recoverAgent', { body: {} }));
  await holder.me.in(id).ok('recoverAgent', { body: {} });
  await holder.me.in('ses_none').refused('NOT_FOUND', 'recoverAgent', { body: {} });
});

const byPlace = (one: { sessionId: string; seq: number }, other: { sessionId: string; seq: number }): number =>
  one.sessionId === other.sessionId ? one.seq - other.seq : one.sessionId < other.sessionId ? -1 : 1;
