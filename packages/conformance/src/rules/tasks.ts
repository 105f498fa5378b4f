import { deepEqual, equal, match } from 'node:assert/strict';
import type { Caller } from '../caller.ts';
import { at, claim, create, finish } from '../task-steps.ts';
import { eventsAfter, fieldsOf, lastSeq, range, sessionRule } from '../kit.ts';

const ada = { kind: 'agent', id: 'ada', name: 'Ada' };
const bobAssigned = { agentId: 'bob', agentName: 'Bob' };

sessionRule('TASK-1', 'a task has an id and a number', async ({ creator, partner, id: sessionId }) => {
  const task = await create(creator, { title: 'One', description: 'All of it' });
  match(task.id, /^task_/);
  deepEqual([task.taskId, task.sessionId, task.number, task.version], [task.id, sessionId, 1, 1]);
  deepEqual([task.title, task.description, task.status, task.requester], ['One', 'All of it', 'open', ada]);
  deepEqual([task.assignee, task.offeredTo, task.dependsOn, task.blockedBy, task.ready], [null, null, [], [], true]);
  deepEqual([task.paths, task.labels, task.priority, task.leaseMs], [[], [], 1, 900_000]);
  deepEqual([task.leaseUntil, task.attempts, task.result, task.reason, task.endedAt], [null, 0, null, null, null]);
  equal(task.seq, await lastSeq(creator));
  equal((await create(creator)).number, 2);
  deepEqual(await partner.ok('getTask', { params: { taskId: '1' } }), task);
  deepEqual(await partner.ok('getTask', at(task)), task);
});

sessionRule('TASK-2', 'agents and the observer of creation create tasks', async ({ creator, partner, observer }) => {
  equal((await create(partner)).requester.id, 'bob');
  equal((await create(observer)).requester.kind, 'observer');
  deepEqual((await create(creator, { labels: ['l', 'l'] })).labels, ['l']);
});

sessionRule('TASK-3', 'an offer is to an agent with a seat', async ({ creator }) => {
  const task = await create(creator, { offeredTo: 'bob' });
  deepEqual([task.status, task.offeredTo, task.ready], ['offered', 'bob', false]);
  await creator.refused('VALIDATION_ERROR', 'createTask', { body: { title: 'x', offeredTo: 'nobody' } });
});

sessionRule('TASK-22', 'a task of A2A that is declined is cancelled', async ({ creator, partner, observer }) => {
  equal((await create(creator)).a2a, undefined);
  const sent = await create(creator, { a2a: true, offeredTo: 'bob' });
  deepEqual(sent.a2a, { agentId: 'bob', declined: false });
  const open = await create(creator, { a2a: true });
  deepEqual([open.status, open.a2a], ['open', { agentId: null, declined: false }]);
  const { status, a2a } = await partner.ok('declineTask', at(sent));
  deepEqual([status, a2a], ['cancelled', { agentId: 'bob', declined: true }]);
  const { details } = await creator.conflict('task_state', 'reopenTask', at(sent));
  equal(details['status'], 'cancelled');
  await create(observer, { a2a: true, offeredTo: 'bob' });
  const numbers = async (sentTo: string, caller = creator) =>
    (await caller.ok('listTasks', { query: { sentTo } })).items.map(({ number }) => number);
  deepEqual([await numbers('bob'), await numbers('-'), await numbers('bob', observer)], [[2], [3], [4]]);
  deepEqual([await numbers('ada'), await numbers('bob', partner)], [[], []]);
});

sessionRule('TASK-4', 'a task is ready when all that it depends on is done', async ({ creator, partner }) => {
  const [one, two] = [await create(creator), await create(creator)];
  const third = await create(creator, { dependsOn: [one.id, '2'] });
  deepEqual([third.dependsOn, third.blockedBy, third.ready], [[one.id, two.id], [one.id, two.id], false]);
  await claim(partner, { taskId: one.id });
  await finish(partner, one);
  deepEqual((await creator.ok('getTask', at(third))).blockedBy, [two.id]);
  await claim(partner, { taskId: two.id });
  await finish(partner, two);
  const ready = await creator.ok('getTask', at(third));
  deepEqual([ready.blockedBy, ready.ready, ready.version], [[], true, 1]);
  await creator.ok('reopenTask', { ...at(one), body: {} });
  deepEqual((await creator.ok('getTask', at(third))).blockedBy, [one.id]);
});

sessionRule('TASK-4', 'a foreign dependency is 400, a circle 409', async ({ creator, aSession }) => {
  const foreign = await create((await aSession()).creator);
  for (const dependsOn of [[foreign.id], ['9'], ['task_none']])
    await creator.refused('VALIDATION_ERROR', 'createTask', { body: { title: 'x', dependsOn } });
  const first = await create(creator);
  const chain = [first];
  for (const number of range(49)) chain.push(await create(creator, { dependsOn: [String(number + 1)] }));
  for (const { id } of [first, chain.at(1) ?? first, chain.at(-1) ?? first]) {
    const body = { expectedVersion: 1, dependsOn: [id] };
    await creator.conflict('task_cycle', 'updateTask', { ...at(first), body });
  }
  deepEqual(await creator.ok('getTask', at(first)), first);
});

sessionRule('TASK-6', 'each step appends its event with the task', async ({ creator, partner }) => {
  const made = await create(creator, { offeredTo: 'bob' });
  const steps = [
    await partner.ok('declineTask', { ...at(made), body: { reason: 'Busy' } }),
    await claim(partner, { taskId: made.id }),
    await partner.ok('releaseTask', at(made)),
    await creator.ok('updateTask', { ...at(made), body: { expectedVersion: 4, priority: 3 } }),
    await claim(partner),
    await finish(partner, made, 'failed'),
    await creator.ok('reopenTask', at(made)),
    await creator.ok('cancelTask', at(made)),
  ];
  const names = ['released', 'claimed', 'released', 'updated', 'claimed', 'ended', 'updated', 'ended'];
  const items = await eventsAfter(creator, made.seq);
  const told = steps.map((task, index) => [`task.${names[index] ?? ''}`, task]);
  deepEqual(fieldsOf(items, 'event', 'data'), told);
  deepEqual(steps[0]?.reason, 'Busy');
  deepEqual(
    steps.map((task) => task?.version),
    range(steps.length).map((index) => index + 2),
  );
});

sessionRule('TASK-7', 'a step that is late is 409 task_state', async ({ creator, partner, observer }) => {
  const task = await create(creator);
  await claim(partner, { taskId: task.id });
  const done = { ...at(task), body: { outcome: 'done' } };
  await observer.ok('releaseTask', at(task));
  const { details } = await partner.conflict('task_state', 'finishTask', done);
  equal(details['status'], 'open');
  await partner.conflict('task_state', 'releaseTask', at(task));
  await claim(creator, { taskId: task.id });
  await partner.conflict('task_state', 'finishTask', done);
  await creator.ok('finishTask', done);
  await creator.conflict('task_state', 'finishTask', done);
  for (const name of ['releaseTask', 'cancelTask'] as const) await creator.conflict('task_state', name, at(task));
  await creator.conflict('task_state', 'updateTask', { ...at(task), body: { expectedVersion: 1, title: 'x' } });
});

sessionRule('TASK-10', 'who declines or releases makes the task open', async ({ creator, partner }) => {
  const offered = await create(creator, { offeredTo: 'bob' });
  const declined = await partner.ok('declineTask', { ...at(offered), body: { reason: 'Busy' } });
  deepEqual([declined.status, declined.offeredTo, declined.reason], ['open', null, 'Busy']);
  await claim(partner, { taskId: offered.id });
  const released = await partner.ok('releaseTask', { ...at(offered), body: { reason: 'Stuck' } });
  deepEqual([released.status, released.assignee, released.reason], ['open', null, 'Stuck']);
  deepEqual([released.leaseUntil, released.attempts, released.ready], [null, 1, true]);
});

sessionRule('TASK-11', 'a task ends or is cancelled, and can be reopened', async ({ creator, partner }) => {
  const task = await create(creator);
  await claim(partner, { taskId: task.id });
  const links = [
    { kind: 'file', ref: 'src/a.ts' },
    { kind: 'url', ref: 'https://example.org', title: 'There' },
  ];
  const body = { outcome: 'done', text: 'All of it', links, reason: 'Easy' };
  const done = await partner.ok('finishTask', { ...at(task), body });
  deepEqual([done.status, done.assignee, done.reason], ['done', bobAssigned, 'Easy']);
  deepEqual(done.result, { text: 'All of it', links });
  equal(done.endedAt, done.updatedAt);
  const reopened = await creator.ok('reopenTask', { ...at(task), body: { reason: 'Not all' } });
  deepEqual([reopened.status, reopened.assignee, reopened.result], ['open', null, null]);
  deepEqual([reopened.endedAt, reopened.reason], [null, 'Not all']);
  const cancelled = await creator.ok('cancelTask', at(task));
  deepEqual([cancelled.status, cancelled.assignee, cancelled.result], ['cancelled', null, null]);
});

sessionRule('TASK-12', 'a change needs the version; the same values are no event', async ({ creator, partner }) => {
  const task = await create(creator);
  const change = (caller: Caller, body: Record<string, unknown>) =>
    caller.ok('updateTask', { ...at(task), body: { expectedVersion: 1, ...body } });
  const { seq } = await change(creator, { title: task.title, priority: 1, labels: [], offeredTo: null });
  deepEqual([seq, await lastSeq(creator)], [task.seq, task.seq]);
  const fields = { title: 'Next', description: 'More', paths: ['a/*'], labels: ['x'], priority: 2, offeredTo: 'bob' };
  const changed = await change(creator, fields);
  deepEqual({ ...changed, ...fields, status: 'offered' }, changed);
  const stale = { ...at(task), body: { expectedVersion: 1, title: 'Late' } };
  const { details } = await creator.conflict('stale_version', 'updateTask', stale);
  deepEqual([details['currentVersion'], details['current']], [2, changed]);
  const taken = await creator.ok('updateTask', { ...at(task), body: { expectedVersion: 2, offeredTo: null } });
  deepEqual([taken.status, taken.offeredTo], ['open', null]);
  await claim(partner, { taskId: task.id });
  const mine = await partner.ok('updateTask', { ...at(task), body: { expectedVersion: 4, title: 'Mine' } });
  deepEqual([mine.title, mine.status], ['Mine', 'working']);
  const offer = { ...at(task), body: { expectedVersion: 5, offeredTo: 'ada' } };
  await partner.conflict('task_state', 'updateTask', offer);
});

sessionRule('TASK-13', 'tasks are listed by priority, and filtered', async ({ creator, partner, stranger }) => {
  const one = await create(creator, { labels: ['a'], paths: ['src/**/*.ts'] });
  const two = await create(creator, { priority: 3, labels: ['ab', 'b'] });
  const three = await create(creator, { dependsOn: [one.id] });
  const listed = async (query: Record<string, string | number> = {}) =>
    (await stranger.ok('listTasks', { query })).items.map(({ id }) => id);
  deepEqual(await listed(), [two.id, one.id, three.id]);
  deepEqual(await listed({ ready: 'true' }), [two.id, one.id]);
  deepEqual(await listed({ label: 'a' }), [one.id]);
  deepEqual(await listed({ path: 'src/x/a.ts' }), []);
  await claim(partner, { taskId: one.id });
  deepEqual(await listed({ path: 'src/x/a.ts' }), [one.id]);
  deepEqual(await listed({ path: 'src/x/a.js' }), []);
  deepEqual(await listed({ assignee: 'bob' }), [one.id]);
  deepEqual(await listed({ status: 'open' }), [two.id, three.id]);
});
