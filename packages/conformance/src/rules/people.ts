import type { ObserverRight } from '@pairspace/protocol';
import { deepEqual, equal, match } from 'node:assert/strict';
import { eventsAfter, fieldsOf, fullSessionRule, lastSeq, personWith, rule, sessionRule, within } from '../kit.ts';

const all: readonly ObserverRight[] = ['speak', 'answer', 'steer'];

sessionRule('PPL-1', 'the observer of creation makes tokens for people', { visibility: 'private' }, async (fixture) => {
  const { observer, stranger } = fixture;
  const since = await lastSeq(observer);
  const body = { name: 'Grace', rights: ['steer', 'speak', 'steer'] };
  const made = await observer.ok('observeSession', { body });
  const { id, joinedAt } = made.observer;
  const rights = ['speak', 'steer'];
  deepEqual(made.observer, { id, name: 'Grace', joinedAt, invited: true, rights, vouched: false });
  match(id, /^obv_/);
  const person = stranger.as(made.observerToken);
  const listed = (await person.ok('listObservers')).items.find((one) => one.id === id);
  deepEqual(listed, made.observer);
  const items = await eventsAfter(person, since);
  deepEqual(fieldsOf(items, 'event', 'actor.kind', 'actor.name', 'data'), [
    ['observer.joined', 'observer', 'Observer', made.observer],
  ]);
});

fullSessionRule('PPL-1', 'nobody else gives rights, and a person with all of them does not', async (session) => {
  const { id, creator, partner, invited, walkIn, stranger, worker, inviteCode, aFullSession } = session;
  const steerer = await personWith(session, all);
  const other = await aFullSession();
  const before = await lastSeq(session.creator);
  const callers = [stranger, creator, partner, invited, walkIn, worker, steerer, other.observer.in(id)];
  for (const caller of callers) {
    for (const body of [
      { name: 'Mallory', rights: ['speak'] },
      { name: 'Mallory', rights: all, inviteCode },
    ]) {
      const { details } = await caller.refused('FORBIDDEN', 'observeSession', { body });
      equal(details['reason'], 'rights');
    }
  }
  equal(await lastSeq(session.creator), before);
  await session.observer.refused('VALIDATION_ERROR', 'observeSession', { body: { rights: all } });
  equal(await lastSeq(session.creator), before);
});

fullSessionRule('PPL-3', 'a person with a right edits notes', async (fixture) => {
  const { observer, speaker, answerer, steerer, note } = fixture;
  let expectedVersion = note.version;
  for (const person of [speaker, answerer, steerer]) {
    const body = { expectedVersion, content: `Version ${String(expectedVersion)}` };
    const edited = await person.ok('updateNote', { params: { noteId: note.id }, body });
    equal(edited.lastEditor.name, 'Pia');
    expectedVersion = edited.version;
  }
  const plain = await observer.ok('observeSession', { body: { name: 'Ines' } });
  deepEqual([plain.observer.rights, plain.observer.vouched], [[], false]);
});

rule('PPL-4', 'a person speaks under the name of its token, whatever the body says', async ({ aFullSession }) => {
  const { id, stranger, observer, steerer, ...session } = await aFullSession();
  const made = await observer.ok('observeSession', { body: { name: 'Grace', rights: ['speak'] } });
  const person = stranger.as(made.observerToken);
  const since = await lastSeq(session.creator);
  for (const name of ['Observer', 'Ada', 'Operator', undefined]) {
    const message = await person.ok('postHumanMessage', { body: { content: 'Go on', name } });
    deepEqual([message.sessionId, message.authorRole, message.authorName], [id, 'observer', 'Grace']);
  }
  const items = await eventsAfter(stranger, since);
  equal(items.length, 4);
  for (const { actor } of items) deepEqual(actor, { kind: 'observer', id: made.observer.id, name: 'Grace' });
  equal((await observer.ok('postHumanMessage', { body: { content: 'Go on', name: 'Olga' } })).authorName, 'Olga');
  await steerer.ok('steerSession', { body: { status: 'paused' } });
  await person.ok('postHumanMessage', { body: { content: 'While it is paused' } });
});

rule('PPL-5', 'a person who steers is named in the log', async ({ aFullSession }) => {
  const { creator, partner, steerer, stranger, task, ownedTask } = await aFullSession();
  const since = await lastSeq(creator);
  const { inviteCode } = await steerer.ok('reinvite');
  equal((await steerer.ok('getSession')).inviteCode, inviteCode);
  const joined = await stranger.ok('joinSession', { body: { inviteCode, agentId: 'eve' } });
  await steerer.ok('removeAgent', { params: { agentId: 'eve' } });
  await stranger.as(joined.agentToken).refused('UNAUTHORIZED', 'whoami');
  const asked = await steerer.ok('createTask', { body: { title: 'Ask Pia' } });
  deepEqual([asked.requester.kind, asked.requester.name], ['observer', 'Pia']);
  for (const { id: taskId } of [task, ownedTask]) {
    equal((await steerer.ok('cancelTask', { params: { taskId } })).status, 'cancelled');
    await steerer.refused('FORBIDDEN', 'reopenTask', { params: { taskId } });
  }
  await steerer.ok('cancelTask', { params: { taskId: asked.id } });
  await steerer.ok('reopenTask', { params: { taskId: asked.id } });
  const items = await eventsAfter(partner, since);
  const names = items.filter(({ actor }) => actor.kind === 'observer').map(({ event, actor }) => [event, actor.name]);
  deepEqual(
    names,
    ['session.updated', 'agent.removed', 'session.updated', 'task.created']
      .concat(['task.ended', 'task.ended', 'task.ended', 'task.updated'])
      .map((event) => [event, 'Pia']),
  );
});

sessionRule('PPL-7', 'new rights count at once', async ({ observer, creator, stranger, walkIn, walkInId, listen }) => {
  const since = await lastSeq(creator);
  const body = { content: 'May I?' };
  await walkIn.refused('FORBIDDEN', 'postHumanMessage', { body });
  const params = { observerId: walkInId };
  const given = await observer.ok('updateObserver', { params, body: { rights: ['answer', 'speak'] } });
  deepEqual([given.rights, given.invited, given.vouched], [['speak', 'answer'], true, false]);
  equal((await walkIn.ok('postHumanMessage', { body })).authorName, 'Walt');
  await observer.ok('updateObserver', { params, body: { rights: ['speak', 'answer'] } });
  const taken = await observer.ok('updateObserver', { params, body: { rights: [] } });
  deepEqual(taken.rights, []);
  await walkIn.refused('FORBIDDEN', 'postHumanMessage', { body });
  const items = await eventsAfter(stranger, since);
  deepEqual(
    items.flatMap(({ event, actor, data }) => (event === 'observer.updated' ? [[actor.kind, actor.name, data]] : [])),
    [
      ['observer', 'Observer', given],
      ['observer', 'Observer', taken],
    ],
  );

  const stream = await listen(walkIn);
  await observer.ok('updateObserver', { params, body: { rights: all } });
  await observer.ok('removeObserver', { params });
  await within('the end of the stream', stream.ended);
  await walkIn.refused('UNAUTHORIZED', 'postHumanMessage', { body });
  await walkIn.refused('UNAUTHORIZED', 'steerSession', { body: { status: 'paused' } });
});

fullSessionRule('PPL-10', 'a token learns what it may do, and no other does', async (fixture) => {
  const { id, observer, stranger, creator, partner, worker, walkIn, walkInId, aFullSession } = fixture;
  const youOf = async (caller: typeof observer) => (await caller.ok('listObservers', { query: { limit: 1 } })).you;
  const made = await observer.ok('observeSession', { body: { name: 'Grace', rights: ['answer'] } });
  const { id: graceId, name, invited, vouched } = made.observer;
  const grace = { id: graceId, name, invited, vouched, rights: ['answer'], givesRights: false };
  const person = stranger.as(made.observerToken);
  deepEqual(await youOf(person), grace);
  await observer.ok('updateObserver', { params: { observerId: graceId }, body: { rights: all } });
  deepEqual(await youOf(person), { ...grace, rights: all });
  const overseer = await youOf(observer);
  deepEqual([overseer?.rights, overseer?.vouched, overseer?.givesRights], [all, false, true]);
  const you = await youOf(walkIn);
  deepEqual([you?.id, you?.invited, you?.rights, you?.givesRights], [walkInId, false, [], false]);
  const { observer: elsewhere } = await aFullSession();
  for (const caller of [stranger, creator, partner, worker, elsewhere.in(id)]) equal(await youOf(caller), null);
});

fullSessionRule('SEAT-14', 'a person steers in one request of many events', async ({ observer, job, lease }) => {
  const before = (await observer.ok('getSession')).lastSeq;
  const { maxAgents } = await observer.ok('getSession');
  const body = { status: 'paused', maxAgents: maxAgents - 1, totalCredits: 1500, cancelJobs: [job.id] };
  const { session, pool, cancelled } = await observer.ok('steerSession', { body });
  deepEqual([session.status, session.maxAgents, cancelled], ['paused', maxAgents - 1, [job.id]]);
  equal(pool?.totalCredits, 1500);
  deepEqual(await observer.ok('getSession'), session);
  deepEqual((await observer.ok('getCompute')).pool, pool);
  const items = await eventsAfter(observer, before);
  const told = ['session.paused', 'compute.updated', 'job.updated'].map((event) => [event, 'observer', 'Observer']);
  deepEqual(fieldsOf(items, 'event', 'actor.kind', 'actor.name'), told);
  const again = await observer.ok('steerSession', { body });
  deepEqual(again, { session, pool, cancelled: [] });
  await observer.ok('steerSession', { body: { status: 'active' } });
  equal((await observer.ok('getJob', { params: { jobId: lease.job.id } })).status, 'running');
});

fullSessionRule('SEAT-14', 'where a part is refused nothing is done', async (full) => {
  const { aSession } = full;
  const before = await full.observer.ok('getSession');
  const status = 'paused';
  const seats = { status, maxAgents: 2 };
  if (before.agents.length > 2) await full.observer.conflict('seats_taken', 'steerSession', { body: seats });
  const unknown = { status, cancelJobs: [full.job.id, `${full.job.id.slice(0, -4)}zzzz`] };
  await full.observer.refused('NOT_FOUND', 'steerSession', { body: unknown });
  deepEqual(await full.observer.ok('getSession'), before);
  equal((await full.observer.ok('getJob', { params: { jobId: full.job.id } })).status, 'pending');

  const { observer } = await aSession();
  await observer.conflict('no_pool', 'steerSession', { body: { status, totalCredits: 10 } });
  equal((await observer.ok('getSession')).status, 'active');
  deepEqual((await observer.ok('steerSession', { body: {} })).pool, null);
});

fullSessionRule('SEAT-14', 'a completed session takes a budget once it is open again', async ({ observer }) => {
  await observer.ok('steerSession', { body: { status: 'completed' } });
  await observer.conflict('session_completed', 'steerSession', { body: { totalCredits: 7 } });
  const { session, pool } = await observer.ok('steerSession', { body: { status: 'active', totalCredits: 7 } });
  deepEqual([session.status, pool?.totalCredits], ['active', 7]);
});
