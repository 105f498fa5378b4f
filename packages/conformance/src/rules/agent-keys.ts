import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { OwnInboxItem } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { aKeyHolder, joinedBy, type KeyHolder } from '../key-holder.ts';
import { rule } from '../rule.ts';
import { lastSeq } from '../session-fixture.ts';
import { fieldsOf, range, timed, together, within } from '../tools.ts';

const mention = (by: Caller, { agentId }: KeyHolder, content = 'Please') =>
  by.ok('postMessage', { body: { content, mentions: [agentId] } });

const placesOf = (items: readonly OwnInboxItem[]) => items.map(({ sessionId, seq }) => ({ sessionId, seq }));

/** The inbox in pages of five. */
const pagesOf = async (me: Caller): Promise<OwnInboxItem[]> => {
  const items: OwnInboxItem[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { items: OwnInboxItem[]; nextCursor: string | null } = await me.ok('readMyInbox', {
      query: { limit: 5, ...(cursor === undefined ? {} : { cursor }) },
    });
    ok(page.items.length <= 5);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
};

rule('ME-1', 'the key is no token of a session, though it has a seat there', async (context) => {
  const holder = await aKeyHolder(context);
  const open = await joinedBy(context, holder);
  const hidden = await joinedBy(context, holder, { visibility: 'private' });
  await holder.me.in(open.id).ok('getSession');
  equal((await holder.me.in(open.id).ok('getSession')).inviteCode, undefined);
  await holder.me.in(hidden.id).refused('FORBIDDEN', 'getSession');
  for (const { id } of [open, hidden]) {
    const before = await lastSeq(open.creator);
    await holder.me.in(id).refused('FORBIDDEN', 'postMessage', { body: { content: 'mine' } });
    await holder.me.in(id).refused('FORBIDDEN', 'readInbox');
    await holder.me.in(id).refused('FORBIDDEN', 'forkSession');
    equal(await lastSeq(open.creator), before);
  }
});

rule('ME-1', 'a key in another header, a key of nobody and a token in its place are refused', async (context) => {
  const { nobody } = context;
  const { agentId, agentKey, me } = await aKeyHolder(context);
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

rule('ME-1', 'a key in a message or a note is refused', async (context) => {
  const { agentKey } = await aKeyHolder(context);
  const { creator } = await context.aSession();
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

rule('ME-4', 'the agent of a key sees its seats and what is unread as numbers', async (context) => {
  const holder = await aKeyHolder(context);
  deepEqual(await holder.me.ok('getMe'), {
    agentId: holder.agentId,
    agentName: 'Kay',
    seats: 0,
    unread: { forMe: 0, total: 0 },
  });
  const sessions = [await joinedBy(context, holder), await joinedBy(context, holder, { visibility: 'private' })];
  for (const { creator } of sessions) await mention(creator, holder);
  const positions = await Promise.all(sessions.map(({ seat }) => seat.ok('readInbox')));
  const { seats, unread } = await holder.me.ok('getMe');
  equal(seats, 2);
  deepEqual(unread, {
    forMe: positions.reduce((sum, one) => sum + one.unread.forMe, 0),
    total: positions.reduce((sum, one) => sum + one.unread.total, 0),
  });
  for (const { seat } of sessions) await seat.ok('movePosition', { body: { seq: await lastSeq(seat) } });
  deepEqual((await holder.me.ok('getMe')).unread, { forMe: 0, total: 0 });
});

rule('ME-5', 'its sessions are listed by their newest activity, private ones too', async (context) => {
  const holder = await aKeyHolder(context);
  const open = await joinedBy(context, holder);
  const hidden = await joinedBy(context, holder, { visibility: 'private' });
  const ended = await joinedBy(context, holder);
  await ended.creator.ok('updateSession', { body: { status: 'completed' } });
  await mention(open.creator, holder);
  const { items, nextCursor } = await holder.me.ok('listMySessions');
  deepEqual(fieldsOf(items, 'id'), [open.id, ended.id, hidden.id]);
  equal(nextCursor, null);
  const [newest] = items;
  deepEqual([newest?.agentId, newest?.role, newest?.readSeq], [holder.agentId, 'partner', 0]);
  deepEqual(newest?.unread, (await open.seat.ok('readInbox')).unread);
  equal(JSON.stringify(items).includes(open.inviteCode), false, 'no invite code');
  const pages: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await holder.me.ok('listMySessions', {
      query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) },
    });
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  deepEqual(pages, [open.id, ended.id, hidden.id]);
  const done = await holder.me.ok('listMySessions', { query: { status: 'completed' } });
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

rule('ME-6', 'one inbox over all seats, oldest first, after the position of each', async (context) => {
  const holder = await aKeyHolder(context);
  const sessions = [
    await joinedBy(context, holder),
    await joinedBy(context, holder, { visibility: 'private' }),
    await joinedBy(context, holder),
  ];
  const said: { sessionId: string; seq: number }[] = [];
  for (const round of range(4)) {
    for (const { creator, id } of sessions) {
      const { seq } = await mention(creator, holder, `Round ${String(round)}`);
      said.push({ sessionId: id, seq });
    }
  }
  const { items } = await holder.me.ok('readMyInbox');
  deepEqual(placesOf(items).sort(byPlace), [...said].sort(byPlace));
  const times = items.map(({ event }) => event.timestamp);
  deepEqual(times, [...times].sort(), 'oldest first');
  for (const item of items) {
    equal(item.reason, 'mention');
    equal(item.event.sessionId, item.sessionId);
    equal(item.sessionName, 'Untitled session');
  }
  deepEqual(placesOf(await pagesOf(holder.me)), placesOf(items));
  const [first] = sessions;
  ok(first);
  const until = said[3]?.seq ?? 0;
  await first.seat.ok('movePosition', { body: { seq: until } });
  const left = await holder.me.ok('readMyInbox');
  deepEqual(
    placesOf(left.items),
    placesOf(items).filter(({ sessionId, seq }) => sessionId !== first.id || seq > until),
  );
});

rule('ME-6', 'one wait is for all seats, and what concerns others does not end it', async (context) => {
  const holder = await aKeyHolder(context);
  const [first, second] = [await joinedBy(context, holder), await joinedBy(context, holder)];
  const idle = await timed(holder.me.ok('readMyInbox', { query: { wait: 1 } }));
  deepEqual(idle.result.items, []);
  ok(idle.ms >= 900, 'it was held');
  for (const { creator, seat } of [second, first]) {
    const wait = timed(holder.me.ok('readMyInbox', { query: { wait: 30 } }));
    await creator.ok('postMessage', { body: { content: 'For Bob', mentions: ['bob'] } });
    const { seq } = await mention(creator, holder);
    const { result, ms } = await wait;
    deepEqual(fieldsOf(result.items, 'seq'), [seq]);
    ok(ms < 5000, `woken after ${String(ms)} ms`);
    await seat.ok('movePosition', { body: { seq } });
  }
});

rule('ME-6', 'a read and a wait can be for some sessions alone', async (context) => {
  const holder = await aKeyHolder(context);
  const [first, second] = [await joinedBy(context, holder), await joinedBy(context, holder)];
  const { id: foreign } = await context.aSession();
  const { seq } = await mention(first.creator, holder);
  const read = (sessions: string[], wait = 0) =>
    timed(holder.me.ok('readMyInbox', { query: { sessions: sessions.join(','), wait } }));
  const idle = await read([second.id, foreign], 1);
  deepEqual(idle.result.items, []);
  ok(idle.ms >= 900, 'news of a session that was not named ended no wait');
  const { result } = await read([second.id, first.id, foreign], 30);
  deepEqual(fieldsOf(result.items, 'sessionId', 'seq'), [[first.id, seq]]);
});

rule('ME-8', 'the key recovers the own seat without a code', async (context) => {
  const { listen } = context;
  const holder = await aKeyHolder(context);
  const { id, seat, code, creator, stranger } = await joinedBy(context, holder, { visibility: 'private' });
  const stream = await listen(seat);
  const recovered = await holder.me.in(id).ok('recoverAgent', { body: {} });
  equal((await stranger.as(recovered.agentToken).ok('whoami')).agentId, holder.agentId);
  await within('the end of the stream', stream.ended);
  await seat.refused('UNAUTHORIZED', 'whoami');
  await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode: code } });
  await stranger.ok('recoverAgent', { body: { recoveryCode: recovered.recoveryCode } });
  const { items } = await creator.ok('listEvents', { query: { limit: 200 } });
  equal(items.filter(({ event }) => event === 'agent.recovered').length, 2);
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
