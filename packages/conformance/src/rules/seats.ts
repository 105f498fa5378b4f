import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { rule } from '../rule.ts';
import { asListed, lastSeq } from '../session-fixture.ts';
import { together } from '../together.ts';
import { within } from '../within.ts';

const code = /^rec_[A-Za-z0-9_-]{43}$/;

export const seatRules = [
  rule('SEAT-1', 'creation, join and fork answer a recovery code of their own', async ({ nobody }) => {
    const made = await nobody.ok('createSession', { body: { agentId: 'ada' } });
    const stranger = nobody.in(made.session.id);
    const joined = await stranger.ok('joinSession', { body: { inviteCode: made.session.inviteCode, agentId: 'bob' } });
    const forked = await stranger.as(joined.agentToken).ok('forkSession');
    const codes = [made.recoveryCode, joined.recoveryCode ?? '', forked.recoveryCode];
    for (const one of codes) match(one, code);
    equal(new Set(codes).size, 3);
  }),

  rule('SEAT-1', 'neither the log nor an export holds a code', async ({ nobody }) => {
    const made = await nobody.ok('createSession');
    const creator = nobody.in(made.session.id).as(made.agentToken);
    const recovered = await creator.ok('recoverAgent', { body: { recoveryCode: made.recoveryCode } });
    const now = creator.as(recovered.agentToken);
    const texts = [await now.ok('listEvents'), await now.ok('exportSession'), await now.ok('getSession')];
    for (const text of texts.map((data) => JSON.stringify(data))) equal(text.includes('rec_'), false);
  }),

  rule('SEAT-2', 'a code gives the same agent a new token and a new code', async ({ aSession }) => {
    const { stranger, recoveryCode, partner } = await aSession();
    const before = await partner.ok('whoami');
    const recovered = await stranger.ok('recoverAgent', { body: { recoveryCode } });
    match(recovered.recoveryCode, code);
    notEqual(recovered.recoveryCode, recoveryCode);
    const now = stranger.as(recovered.agentToken);
    deepEqual(await now.ok('whoami'), before);
    await now.ok('postMessage', { body: { content: 'back' } });
  }),

  rule('SEAT-2', 'the creator gets its rights back, in a completed session too', async ({ nobody }) => {
    const made = await nobody.ok('createSession');
    const stranger = nobody.in(made.session.id);
    await stranger.as(made.agentToken).ok('updateSession', { body: { status: 'completed' } });
    const recovered = await stranger.ok('recoverAgent', { body: { recoveryCode: made.recoveryCode } });
    const creator = stranger.as(recovered.agentToken);
    equal((await creator.ok('whoami')).issuedToCreator, true);
    await creator.ok('deleteSession');
  }),

  rule('SEAT-3', 'the old token and the old code stop working', async ({ aSession }) => {
    const { stranger, recoveryCode, partner } = await aSession();
    await stranger.ok('recoverAgent', { body: { recoveryCode } });
    await partner.refused('UNAUTHORIZED', 'whoami');
    await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
  }),

  rule('SEAT-3', 'of many callers with one code, one recovers', async ({ aSession, nobody }) => {
    const { stranger, recoveryCode } = await aSession();
    const replies = await together([1, 2, 3, 4, 5], () => stranger.call('recoverAgent', { body: { recoveryCode } }));
    const won = replies.filter(({ ok: isOk }) => isOk);
    equal(won.length, 1);
    for (const reply of replies) if (!reply.ok) equal(reply.error.code, 'FORBIDDEN');
    ok(nobody);
  }),

  rule('SEAT-3', 'a code of another session and no code at all are refused', async ({ aSession }) => {
    const { stranger, creator } = await aSession();
    const other = await aSession();
    const before = await lastSeq({ creator });
    await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode: other.recoveryCode } });
    await stranger.refused('VALIDATION_ERROR', 'recoverAgent', { body: {} });
    await stranger.refused('VALIDATION_ERROR', 'recoverAgent', { body: { recoveryCode: 7 } });
    equal(await lastSeq({ creator }), before);
  }),

  rule('SEAT-3', 'agent.recovered ends the streams of the old token alone', async ({ aSession, listen }) => {
    const { creator, partner, stranger, recoveryCode } = await aSession();
    const old = await listen(partner);
    const other = await listen(creator);
    const recovered = await stranger.ok('recoverAgent', { body: { recoveryCode } });
    await within('the end of the stream', old.ended);
    const seq = await lastSeq({ creator });
    await other.upTo(seq);
    const event = other.events.at(-1);
    equal(event?.event, 'agent.recovered');
    equal(event.actor.id, 'bob');
    equal(event.data.agentId, 'bob');
    const anew = await listen(stranger.as(recovered.agentToken), { since: seq - 1 });
    await creator.ok('postMessage', { body: { content: 'still there?' } });
    await anew.upTo(seq + 1);
  }),

  rule('SEAT-3', 'a wait of the old token ends', async ({ aSession }) => {
    const { creator, partner, stranger, recoveryCode } = await aSession();
    const since = await lastSeq({ creator });
    const waiting = partner.call('listEvents', { query: { since, wait: 30 } });
    const waitingForMessages = partner.call('listMessages', { query: { since, wait: 30 } });
    await stranger.ok('recoverAgent', { body: { recoveryCode } });
    for (const reply of [await waiting, await waitingForMessages]) {
      equal(reply.ok ? 'answered' : reply.error.code, 'UNAUTHORIZED');
    }
  }),

  rule('SEAT-5', 'the creator takes a seat; it is free, and its agent is a stranger', async ({ aSession }) => {
    const { creator, partner, recoveryCode, stranger } = await aSession();
    deepEqual(await creator.ok('removeAgent', { params: { agentId: 'bob' } }), { id: 'bob', deleted: true });
    await partner.refused('UNAUTHORIZED', 'postMessage', { body: { content: 'still here' } });
    await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
    const session = await creator.ok('getSession');
    deepEqual(
      session.agents.map(({ agentId }) => agentId),
      ['ada'],
    );
    equal(session.partner, null);
    await creator.refused('NOT_FOUND', 'removeAgent', { params: { agentId: 'bob' } });
  }),

  rule('SEAT-5', 'the creator cannot remove itself', async ({ aSession }) => {
    const { creator, observer } = await aSession();
    for (const caller of [creator, observer]) {
      await caller.conflict('self_removal', 'removeAgent', { params: { agentId: 'ada' } });
    }
  }),

  rule('SEAT-6', 'the invite of the removed is void; a new one lets the same id in', async ({ aSession }) => {
    const { creator, stranger, inviteCode } = await aSession({ maxAgents: 3 });
    await creator.ok('removeAgent', { params: { agentId: 'bob' } });
    await stranger.refused('FORBIDDEN', 'joinSession', { body: { inviteCode, agentId: 'bob' } });
    const { inviteCode: fresh } = await creator.ok('getSession');
    const joined = await stranger.ok('joinSession', { body: { inviteCode: fresh, agentId: 'bob' } });
    equal((await stranger.as(joined.agentToken).ok('whoami')).role, 'partner');
  }),

  rule('SEAT-6', 'a removal ends streams, waits and presence, and is two events', async ({ aSession, listen }) => {
    const { creator, partner, stranger } = await aSession();
    await partner.ok('heartbeat');
    const stream = await listen(partner);
    const before = await lastSeq({ creator });
    const waiting = partner.call('listEvents', { query: { since: before, wait: 30 } });
    await creator.ok('removeAgent', { params: { agentId: 'bob' } });
    await within('the end of the stream', stream.ended);
    const reply = await waiting;
    equal(reply.ok ? 'answered' : reply.error.code, 'UNAUTHORIZED');
    const { items } = await creator.ok('listEvents', { query: { since: before } });
    deepEqual(
      items.map(({ event }) => event),
      ['agent.removed', 'session.updated'],
    );
    deepEqual(
      (await stranger.ok('listPresence')).items.map(({ agentId }) => agentId),
      ['ada'],
    );
  }),

  rule('SEAT-6', 'a removal ends the webhooks that the agent made, and no others', async ({ aSession }) => {
    const { creator, partner } = await aSession();
    const body = { url: 'https://example.com/hook', events: ['message.created' as const] };
    const kept = await creator.ok('createWebhook', { body });
    const ended = await partner.ok('createWebhook', { body });
    await creator.ok('removeAgent', { params: { agentId: 'bob' } });
    const { items } = await creator.ok('listWebhooks', { query: { sessionId: kept.sessionId ?? '' } });
    deepEqual(
      items.map(({ id }) => id),
      [kept.id],
    );
    await creator.refused('NOT_FOUND', 'getWebhook', { params: { webhookId: ended.id } });
  }),

  rule('SEAT-7', 'jobs of the removed that wait are never claimed, and are cancelled', async ({ aSession }) => {
    const { creator, partner, stranger } = await aSession();
    await creator.ok('configurePool', { body: { provider: 'worker' } });
    const job = await partner.ok('submitJob', { body: { type: 'sample.left' } });
    const { workerToken } = await creator.ok('issueWorkerToken');
    await creator.ok('removeAgent', { params: { agentId: 'bob' } });
    const { lease } = await stranger.as(workerToken).ok('claimJob', { body: { types: ['sample.left'] } });
    equal(lease, null);
    const ended = await creator.ok('getJob', { params: { jobId: job.id }, query: { wait: 20 } });
    equal(ended.status, 'cancelled');
    equal(ended.error?.reason, 'cancelled');
  }),

  rule('SEAT-8', 'the creator removes an observer', async ({ aSession, listen }) => {
    const { creator, walkIn, walkInId, stranger } = await aSession();
    const stream = await listen(walkIn);
    const before = await stranger.ok('getSession');
    deepEqual(await creator.ok('removeObserver', { params: { observerId: walkInId } }), {
      id: walkInId,
      deleted: true,
    });
    await within('the end of the stream', stream.ended);
    await walkIn.refused('UNAUTHORIZED', 'getSession');
    equal((await stranger.ok('getSession')).observerCount, before.observerCount - 1);
    const { items } = await stranger.ok('listEvents', { query: { since: before.lastSeq } });
    deepEqual(
      items.map(({ event, data }) => [event, data.id]),
      [['observer.removed', walkInId]],
    );
    await creator.refused('NOT_FOUND', 'removeObserver', { params: { observerId: walkInId } });
  }),

  rule('SEAT-8', 'a removal ends the webhooks that the observer made, and no others', async ({ aSession }) => {
    const { creator, invited } = await aSession();
    const body = { url: 'https://example.com/hook', events: ['message.created' as const] };
    const kept = await creator.ok('createWebhook', { body });
    const ended = await invited.ok('createWebhook', { body });
    const { id } = (await creator.ok('listObservers')).items.find((one) => one.invited) ?? {};
    await creator.ok('removeObserver', { params: { observerId: id ?? '' } });
    await creator.ok('getWebhook', { params: { webhookId: kept.id } });
    await creator.refused('NOT_FOUND', 'getWebhook', { params: { webhookId: ended.id } });
  }),

  rule(
    'SEAT-12',
    'an agent ends its own token; its seat stays, and its code recovers it',
    async ({ aSession, listen }) => {
      const { creator, partner, stranger, recoveryCode } = await aSession();
      const [own, other] = [await listen(partner), await listen(creator)];
      const since = await lastSeq({ creator });
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
    },
  ),

  rule('SEAT-12', 'it ends no other token, and works in a completed session', async ({ aSession }) => {
    const { creator, partner, observer, invited, walkIn } = await aSession();
    await partner.ok('updateSession', { body: { status: 'completed' } });
    for (const caller of [observer, invited, walkIn]) await caller.refused('FORBIDDEN', 'revokeToken');
    await creator.ok('revokeToken');
    await creator.refused('UNAUTHORIZED', 'getSession');
    for (const caller of [partner, observer, invited, walkIn]) await caller.ok('getSession');
  }),

  rule('SEAT-9', 'a write beside a removal was before it or is refused', async ({ aSession }) => {
    const { creator, partner, stranger } = await aSession();
    const writes = Array.from({ length: 20 }, (_, index) => index);
    const [replies] = await Promise.all([
      together(writes, () => partner.call('postMessage', { body: { content: 'mine' } })),
      creator.ok('removeAgent', { params: { agentId: 'bob' } }),
    ]);
    const { items } = await stranger.ok('listEvents', { query: { limit: 200 } });
    const removed = items.find(({ event }) => event === 'agent.removed');
    const stored = items.filter(({ event }) => event === 'message.created');
    equal(stored.length, replies.filter((reply) => reply.ok).length);
    for (const { seq } of stored) ok(seq < (removed?.seq ?? 0), 'a message of the removed stands behind its removal');
    for (const reply of replies) if (!reply.ok) equal(reply.error.code, 'UNAUTHORIZED');
  }),

  rule('SEAT-10', 'a person speaks with the observer token of creation, under a name or as Human', async (context) => {
    const { observer, stranger } = await context.aSession();
    const named = await observer.ok('postHumanMessage', { body: { content: 'Stop, please', name: 'Grace' } });
    equal(named.authorAgentId, null);
    equal(named.authorRole, 'observer');
    equal(named.authorName, 'Grace');
    const reply = await observer.ok('postHumanMessage', { body: { content: 'Thanks', replyTo: named.id } });
    equal(reply.authorName, 'Human');
    equal(reply.replyTo, named.id);
    const { items } = await stranger.ok('listMessages');
    deepEqual(items, [asListed(named), asListed(reply)]);
  }),

  rule('SEAT-10', 'an empty word, a long name and the type system are 400', async ({ aSession }) => {
    const { observer } = await aSession();
    for (const body of [
      { content: '' },
      { content: 'x', name: 'n'.repeat(201) },
      { content: 'x', msgType: 'system' },
    ]) {
      await observer.refused('VALIDATION_ERROR', 'postHumanMessage', { body });
    }
  }),

  rule('SEAT-10', 'a person can speak in a paused session, and not in a completed one', async ({ aSession }) => {
    const { creator, observer } = await aSession();
    await creator.ok('updateSession', { body: { status: 'paused' } });
    await observer.ok('postHumanMessage', { body: { content: 'One moment' } });
    await creator.ok('updateSession', { body: { status: 'completed' } });
    await observer.conflict('session_completed', 'postHumanMessage', { body: { content: 'Too late' } });
  }),
];
