import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { asListed, eventsAfter, fieldsOf, lastSeq, poolRule, rule, sessionRule, together, within } from '../kit.ts';

const code = /^rec_[A-Za-z0-9_-]{43}$/;

rule('SEAT-1', 'creation, join and fork answer a recovery code of their own', async ({ nobody }) => {
  const made = await nobody.ok('createSession', { body: { agentId: 'ada' } });
  const stranger = nobody.in(made.session.id);
  const joined = await stranger.ok('joinSession', { body: { inviteCode: made.session.inviteCode, agentId: 'bob' } });
  const forked = await stranger.as(joined.agentToken).ok('forkSession');
  const codes = [made.recoveryCode, joined.recoveryCode ?? '', forked.recoveryCode];
  for (const one of codes) match(one, code);
  equal(new Set(codes).size, 3);
});

rule('SEAT-1', 'neither the log nor an export holds a code', async ({ nobody }) => {
  const made = await nobody.ok('createSession');
  const creator = nobody.in(made.session.id).as(made.agentToken);
  const recovered = await creator.ok('recoverAgent', { body: { recoveryCode: made.recoveryCode } });
  const now = creator.as(recovered.agentToken);
  const texts = [await now.ok('listEvents'), await now.ok('exportSession'), await now.ok('getSession')];
  for (const text of texts.map((data) => JSON.stringify(data))) equal(text.includes('rec_'), false);
});

sessionRule('SEAT-2', 'a code gives its agent a new token and code', async ({ stranger, recoveryCode, partner }) => {
  const before = await partner.ok('whoami');
  const recovered = await stranger.ok('recoverAgent', { body: { recoveryCode } });
  match(recovered.recoveryCode, code);
  notEqual(recovered.recoveryCode, recoveryCode);
  const now = stranger.as(recovered.agentToken);
  deepEqual(await now.ok('whoami'), before);
  await now.ok('postMessage', { body: { content: 'back' } });
});

rule('SEAT-2', 'the creator gets its rights back, in a completed session too', async ({ nobody }) => {
  const made = await nobody.ok('createSession');
  const stranger = nobody.in(made.session.id);
  await stranger.as(made.agentToken).ok('updateSession', { body: { status: 'completed' } });
  const recovered = await stranger.ok('recoverAgent', { body: { recoveryCode: made.recoveryCode } });
  const creator = stranger.as(recovered.agentToken);
  equal((await creator.ok('whoami')).issuedToCreator, true);
  await creator.ok('deleteSession');
});

sessionRule('SEAT-3', 'the old token and the old code stop working', async ({ stranger, recoveryCode, partner }) => {
  await stranger.ok('recoverAgent', { body: { recoveryCode } });
  await partner.refused('UNAUTHORIZED', 'whoami');
  await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
});

sessionRule('SEAT-3', 'of many callers with one code, one recovers', async ({ stranger, recoveryCode, nobody }) => {
  const replies = await together([1, 2, 3, 4, 5], () => stranger.call('recoverAgent', { body: { recoveryCode } }));
  const won = replies.filter(({ ok: isOk }) => isOk);
  equal(won.length, 1);
  for (const reply of replies) if (!reply.ok) equal(reply.error.code, 'FORBIDDEN');
  ok(nobody);
});

sessionRule('SEAT-3', 'a code of another session is refused', async ({ stranger, creator, aSession }) => {
  const other = await aSession();
  const before = await lastSeq(creator);
  await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode: other.recoveryCode } });
  equal(await lastSeq(creator), before);
});

sessionRule('SEAT-3', 'recovery ends old streams', async ({ creator, partner, stranger, recoveryCode, listen }) => {
  const old = await listen(partner);
  const other = await listen(creator);
  const recovered = await stranger.ok('recoverAgent', { body: { recoveryCode } });
  await within('the end of the stream', old.ended);
  const seq = await lastSeq(creator);
  await other.upTo(seq);
  const event = other.events.at(-1);
  equal(event?.event, 'agent.recovered');
  deepEqual([event.actor.id, event.data.agentId], ['bob', 'bob']);
  const anew = await listen(stranger.as(recovered.agentToken), { since: seq - 1 });
  await creator.ok('postMessage', { body: { content: 'still there?' } });
  await anew.upTo(seq + 1);
});

sessionRule('SEAT-3', 'a wait of the old token ends', async ({ creator, partner, stranger, recoveryCode }) => {
  const since = await lastSeq(creator);
  const waiting = partner.call('listEvents', { query: { since, wait: 30 } });
  const waitingForMessages = partner.call('listMessages', { query: { since, wait: 30 } });
  await stranger.ok('recoverAgent', { body: { recoveryCode } });
  for (const reply of [await waiting, await waitingForMessages]) {
    equal(reply.ok ? 'answered' : reply.error.code, 'UNAUTHORIZED');
  }
});

sessionRule('SEAT-5', 'a seat that is taken is free', async ({ creator, partner, recoveryCode, stranger }) => {
  deepEqual(await creator.ok('removeAgent', { params: { agentId: 'bob' } }), { id: 'bob', deleted: true });
  await partner.refused('UNAUTHORIZED', 'postMessage', { body: { content: 'still here' } });
  await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
  const session = await creator.ok('getSession');
  deepEqual(fieldsOf(session.agents, 'agentId'), ['ada']);
  equal(session.partner, null);
  await creator.refused('NOT_FOUND', 'removeAgent', { params: { agentId: 'bob' } });
});

sessionRule('SEAT-5', 'the creator cannot remove itself', async ({ creator, observer }) => {
  for (const caller of [creator, observer]) {
    await caller.conflict('self_removal', 'removeAgent', { params: { agentId: 'ada' } });
  }
});

sessionRule('SEAT-6', 'the invite of the removed is void, a new one is not', { maxAgents: 3 }, async (fixture) => {
  const { creator, stranger, inviteCode } = fixture;
  await creator.ok('removeAgent', { params: { agentId: 'bob' } });
  await stranger.refused('FORBIDDEN', 'joinSession', { body: { inviteCode, agentId: 'bob' } });
  const { inviteCode: fresh } = await creator.ok('getSession');
  const joined = await stranger.ok('joinSession', { body: { inviteCode: fresh, agentId: 'bob' } });
  equal((await stranger.as(joined.agentToken).ok('whoami')).role, 'partner');
});

sessionRule('SEAT-6', 'a removal ends streams, waits and presence', async ({ creator, partner, stranger, listen }) => {
  await partner.ok('heartbeat');
  const stream = await listen(partner);
  const before = await lastSeq(creator);
  const waiting = partner.call('listEvents', { query: { since: before, wait: 30 } });
  await creator.ok('removeAgent', { params: { agentId: 'bob' } });
  await within('the end of the stream', stream.ended);
  const reply = await waiting;
  equal(reply.ok ? 'answered' : reply.error.code, 'UNAUTHORIZED');
  deepEqual(fieldsOf(await eventsAfter(creator, before), 'event'), ['agent.removed', 'session.updated']);
  deepEqual(fieldsOf((await stranger.ok('listPresence')).items, 'agentId'), ['ada']);
});

sessionRule('SEAT-6', 'a removal ends the webhooks of its agent or observer alone', async (fixture) => {
  const { creator, partner, invited } = fixture;
  const given = { body: { url: 'https://example.com/hook', events: ['message.created'] } };
  const [kept, ofAgent, ofObserver] = await together([creator, partner, invited], (by) =>
    by.ok('createWebhook', given),
  );
  const { id: observerId = '' } = (await creator.ok('listObservers')).items.find((one) => one.invited) ?? {};
  await creator.ok('removeAgent', { params: { agentId: 'bob' } });
  await creator.ok('removeObserver', { params: { observerId } });
  const { items } = await creator.ok('listWebhooks', { query: { sessionId: fixture.id } });
  deepEqual(fieldsOf(items, 'id'), [kept?.id]);
  for (const webhookId of [ofAgent?.id ?? '', ofObserver?.id ?? ''])
    await creator.refused('NOT_FOUND', 'getWebhook', { params: { webhookId } });
});

poolRule('SEAT-7', 'waiting jobs of the removed are cancelled', { provider: 'worker' }, async (fixture) => {
  const { creator, partner, stranger } = fixture;
  const job = await partner.ok('submitJob', { body: { type: 'sample.left' } });
  const { workerToken } = await creator.ok('issueWorkerToken');
  await creator.ok('removeAgent', { params: { agentId: 'bob' } });
  const { lease } = await stranger.as(workerToken).ok('claimJob', { body: { types: ['sample.left'] } });
  equal(lease, null);
  const ended = await creator.ok('getJob', { params: { jobId: job.id }, query: { wait: 20 } });
  equal(ended.status, 'cancelled');
  equal(ended.error?.reason, 'cancelled');
});

sessionRule('SEAT-8', 'the creator removes an observer', async ({ creator, walkIn, walkInId, stranger, listen }) => {
  const stream = await listen(walkIn);
  const before = await stranger.ok('getSession');
  deepEqual(await creator.ok('removeObserver', { params: { observerId: walkInId } }), { id: walkInId, deleted: true });
  await within('the end of the stream', stream.ended);
  await walkIn.refused('UNAUTHORIZED', 'getSession');
  equal((await stranger.ok('getSession')).observerCount, before.observerCount - 1);
  const items = await eventsAfter(stranger, before.lastSeq);
  deepEqual(fieldsOf(items, 'event', 'data.id'), [['observer.removed', walkInId]]);
  await creator.refused('NOT_FOUND', 'removeObserver', { params: { observerId: walkInId } });
});

sessionRule('SEAT-12', 'an agent ends its own token', async ({ creator, partner, stranger, recoveryCode, listen }) => {
  const [own, other] = [await listen(partner), await listen(creator)];
  const since = await lastSeq(creator);
  const waits = [
    partner.call('listEvents', { query: { since, wait: 30 } }),
    partner.call('readInbox', { query: { since, wait: 30 } }),
  ];
  const revoked = await partner.ok('revokeToken');
  deepEqual(revoked, { sessionId: (await creator.ok('getSession')).id, agentId: 'bob', revoked: true });
  await within('the end of the stream', own.ended);
  for (const reply of await Promise.all(waits)) equal(reply.ok ? 'answered' : reply.error.code, 'UNAUTHORIZED');
  await partner.refused('UNAUTHORIZED', 'whoami');
  await partner.refused('UNAUTHORIZED', 'revokeToken');
  await other.upTo(since + 1);
  const event = other.events.at(-1);
  deepEqual([event?.event, event?.actor.id, event?.data.id], ['agent.revoked', 'bob', 'bob']);
  const { agentToken } = await stranger.ok('recoverAgent', { body: { recoveryCode } });
  equal((await stranger.as(agentToken).ok('whoami')).agentId, 'bob');
});

sessionRule('SEAT-12', 'it ends no other token', async ({ creator, partner, observer, invited, walkIn }) => {
  await partner.ok('updateSession', { body: { status: 'completed' } });
  await creator.ok('revokeToken');
  await creator.refused('UNAUTHORIZED', 'getSession');
  for (const caller of [partner, observer, invited, walkIn]) await caller.ok('getSession');
});

sessionRule('SEAT-9', 'a write is before a removal or refused', async ({ creator, partner, stranger }) => {
  const writes = Array.from({ length: 20 }, (_, index) => index);
  const [replies] = await Promise.all([
    together(writes, () => partner.call('postMessage', { body: { content: 'mine' } })),
    creator.ok('removeAgent', { params: { agentId: 'bob' } }),
  ]);
  const items = await eventsAfter(stranger, 0);
  const removed = items.find(({ event }) => event === 'agent.removed');
  const stored = items.filter(({ event }) => event === 'message.created');
  equal(stored.length, replies.filter((reply) => reply.ok).length);
  for (const { seq } of stored) ok(seq < (removed?.seq ?? 0), 'a message of the removed stands behind its removal');
  for (const reply of replies) if (!reply.ok) equal(reply.error.code, 'UNAUTHORIZED');
});

sessionRule('SEAT-10', 'a person speaks under a name or as Human', async ({ observer, stranger }) => {
  const named = await observer.ok('postHumanMessage', { body: { content: 'Stop, please', name: 'Grace' } });
  deepEqual([named.authorAgentId, named.authorRole, named.authorName], [null, 'observer', 'Grace']);
  const reply = await observer.ok('postHumanMessage', { body: { content: 'Thanks', replyTo: named.id } });
  deepEqual([reply.authorName, reply.replyTo], ['Human', named.id]);
  deepEqual((await stranger.ok('listMessages')).items, [asListed(named), asListed(reply)]);
});

sessionRule('SEAT-10', 'a person can speak in a paused session', async ({ creator, observer }) => {
  await creator.ok('updateSession', { body: { status: 'paused' } });
  await observer.ok('postHumanMessage', { body: { content: 'One moment' } });
});
