import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { aKeyHolder, keyRule } from '../key-holder.ts';
import { eventsAfter, fieldsOf, range, rule, together, within } from '../kit.ts';

rule('KEY-1', 'a key ends itself; the profile stays protected', async (context) => {
  const { nobody } = context;
  const [holder, other] = [await aKeyHolder(context), await aKeyHolder(context)];
  const { agentId, agentKey, me } = holder;
  const at = { params: { agentId } };
  await other.me.refused('FORBIDDEN', 'endAgentKey', at);
  const { id, inviteCode } = await context.aSession({ maxAgents: 4 });
  await nobody.refused('UNAUTHORIZED', 'endAgentKey', { ...at, headers: { 'x-agent-key': agentKey } });
  deepEqual(await me.ok('endAgentKey', at), { id: agentId, deleted: true });
  await me.refused('UNAUTHORIZED', 'endAgentKey', at);
  for (const name of ['getMe', 'listMySessions', 'readMyInbox', 'listSessions', 'listAgents'] as const) {
    await me.refused('UNAUTHORIZED', name);
  }
  equal((await nobody.ok('getAgent', at)).protected, true);
  const headers = { 'x-agent-key': agentKey };
  await nobody.refused('FORBIDDEN', 'createSession', { body: { agentId }, headers });
  await nobody.in(id).refused('FORBIDDEN', 'joinSession', { body: { inviteCode, agentId }, headers });
  await nobody.refused('FORBIDDEN', 'saveProfile', { body: { agentId, name: 'Mine' }, headers });
  await me.refused('UNAUTHORIZED', 'createSession', { body: { agentId } });
  await other.me.ok('getMe');
});

keyRule('KEY-2', 'with the key ends all of its seats', async ({ me, agentId, joined, nobody, listen }) => {
  const [open, hidden] = [await joined(), await joined({ visibility: 'private' })];
  const made = await me.ok('createSession', { body: { visibility: 'private' } });
  const own = nobody.in(made.session.id);
  const [creator, observer] = [own.as(made.agentToken), own.as(made.observerToken)];
  const ended = [open.seat, hidden.seat, creator, observer];
  const streams = await Promise.all(ended.map((caller) => listen(caller)));
  const bystander = await listen(hidden.creator);
  const waits = ended.map(async (caller) =>
    caller.call('listEvents', { query: { since: (await caller.ok('getSession')).lastSeq, wait: 30 } }),
  );
  const inboxes = [open.seat, hidden.seat, creator].map((caller) => caller.call('readInbox', { query: { wait: 30 } }));
  const mine = me.call('readMyInbox', { query: { wait: 30 } });
  await Promise.all(ended.map((caller) => caller.ok('getSession')));
  await me.ok('endAgentKey', { params: { agentId } });
  for (const stream of streams) await within('the end of a stream', stream.ended);
  for (const reply of await within('the end of waits', Promise.all([...waits, ...inboxes, mine]), 20_000)) {
    equal(reply.ok ? 'answered' : reply.error.code, 'UNAUTHORIZED');
  }
  for (const caller of ended) await caller.refused('UNAUTHORIZED', 'getSession');
  for (const [fixture, recoveryCode] of [
    [open.stranger, open.code],
    [hidden.stranger, hidden.code],
    [own, made.recoveryCode],
  ] as const) {
    await fixture.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
  }
  await bystander.until('agent.revoked', ({ names }) => names.includes('agent.revoked'));
  for (const other of [open.creator, open.partner, hidden.creator, hidden.observer]) await other.ok('getSession');
});

rule('KEY-2', 'seats of another agent and seats that are not of the key stay', async (context) => {
  const { nobody } = context;
  const agentId = `key-${randomUUID()}`;
  const first = await nobody.ok('createSession', { body: { agentId, visibility: 'private' } });
  const second = await nobody.ok('createSession', { body: { agentId, visibility: 'private' } });
  const { agentKey } = await nobody.as(first.agentToken).ok('saveProfile', { body: { agentId, protect: true } });
  await nobody.as(agentKey).ok('endAgentKey', { params: { agentId } });
  await nobody.in(first.session.id).as(first.agentToken).refused('UNAUTHORIZED', 'getSession');
  // The session was not created with the key.
  await nobody.in(first.session.id).as(first.observerToken).ok('getSession');
  await nobody.in(second.session.id).as(second.agentToken).ok('whoami');
  await nobody.in(second.session.id).ok('recoverAgent', { body: { recoveryCode: second.recoveryCode } });
});

keyRule('KEY-2', 'writes beside the end are before it or refused', async ({ me, agentId, joined }) => {
  const { seat, stranger } = await joined();
  const [replies] = await Promise.all([
    together(range(20), () => seat.call('postMessage', { body: { content: 'mine' } })),
    me.ok('endAgentKey', { params: { agentId } }),
  ]);
  const items = await eventsAfter(stranger, 0);
  const stored = items.filter(({ event }) => event === 'message.created');
  equal(stored.length, replies.filter((reply) => reply.ok).length);
  const said = items.find(({ event }) => event === 'agent.revoked');
  for (const { seq } of stored) ok(seq < (said?.seq ?? 0), 'a message stands behind the end of the key');
  for (const reply of replies) if (!reply.ok) equal(reply.error.code, 'UNAUTHORIZED');
});

keyRule('KEY-2', 'each session is told once, by agent.revoked with the seat', async ({ me, agentId, joined }) => {
  const sessions = [await joined(), await joined({ visibility: 'private' })];
  await sessions[1]?.creator.ok('updateSession', { body: { status: 'completed' } });
  await me.ok('endAgentKey', { params: { agentId } });
  for (const { creator } of sessions) {
    const items = await eventsAfter(creator, 0);
    const told = items.flatMap((event) => (event.event === 'agent.revoked' ? [event] : []));
    deepEqual(fieldsOf(told, 'actor'), [{ kind: 'agent', id: agentId, name: 'Kay' }]);
    const shown = told.map(({ data: { role, agentId } }) => [role, agentId]);
    deepEqual(shown, [['partner', agentId]]);
  }
});
