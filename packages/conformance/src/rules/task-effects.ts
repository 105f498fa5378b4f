import { deepEqual, equal, match } from 'node:assert/strict';
import { rule, sessionRule } from '../rule.ts';
import { at, claim, create, finish, toldOfTasks } from '../task-steps.ts';
import { fieldsOf } from '../tools.ts';

sessionRule('TASK-14', 'removing an agent releases its tasks and ends offers to it', async ({ creator, partner }) => {
  const [one, two] = [await create(creator), await create(creator, { offeredTo: 'bob' })];
  await claim(partner, { taskId: one.id });
  await creator.ok('removeAgent', { params: { agentId: 'bob' } });
  for (const task of [one, two]) {
    const { status, assignee, offeredTo, reason } = await creator.ok('getTask', at(task));
    deepEqual([status, assignee, offeredTo, reason], ['open', null, null, 'removed']);
  }
});

sessionRule('TASK-17', 'the inbox tells those whom a change of a task concerns', async ({ creator, partner }) => {
  const first = await create(creator, { offeredTo: 'bob' });
  deepEqual(await toldOfTasks(partner, first.seq - 1), ['task.created']);
  await claim(partner, { taskId: first.id });
  const waits = await create(creator, { dependsOn: [first.id], offeredTo: 'bob' });
  await creator.ok('cancelTask', at(first));
  deepEqual(await toldOfTasks(creator, first.seq), ['task.claimed']);
  deepEqual(await toldOfTasks(partner, waits.seq - 1), ['task.created', 'task.ended']);
  const own = await create(partner);
  const last = await create(partner, { dependsOn: [own.id] });
  await claim(creator, { taskId: own.id });
  await finish(creator, own, 'failed');
  deepEqual(await toldOfTasks(partner, last.seq), ['task.claimed', 'task.ended']);
  equal((await partner.ok('getTask', at(last))).blockedBy[0], own.id);
  const mine = await create(partner, { claim: true });
  await creator.ok('updateTask', { ...at(mine), body: { expectedVersion: 2, title: 'Other' } });
  await creator.ok('releaseTask', at(mine));
  deepEqual(await toldOfTasks(partner, mine.seq), ['task.updated', 'task.released']);
});

rule('AGT-22', 'statistics count the tasks that an agent has done', async ({ nobody }) => {
  const agentId = `doer-${String(Date.now())}`;
  const made = await nobody.ok('createSession', { body: { agentId, visibility: 'public' } });
  const doer = nobody.in(made.session.id).as(made.agentToken);
  for (const outcome of ['done', 'done', 'failed']) await finish(doer, await create(doer, { claim: true }), outcome);
  equal((await nobody.ok('getAgentStats', { params: { agentId } })).tasksDone, 2);
});

sessionRule('TASK-19', 'export, state, brief and transcript have the tasks', async ({ creator, partner, stranger }) => {
  const one = await create(creator, { title: 'The first task' });
  await claim(partner, { taskId: one.id });
  const two = await create(creator, { title: 'The second task', dependsOn: [one.id] });
  await finish(partner, one);
  const { tasks } = await stranger.ok('exportSession');
  deepEqual(tasks, [await creator.ok('getTask', at(one)), await creator.ok('getTask', at(two))]);
  const past = (await stranger.ok('getState', { query: { seq: two.seq } })).tasks;
  deepEqual(fieldsOf(past.current, 'number', 'status', 'assignee.agentId'), [
    [1, 'working', 'bob'],
    [2, 'open', undefined],
  ]);
  const present = (await stranger.ok('getState')).tasks;
  deepEqual([present.current.length, present.done, present.failed, present.cancelled], [1, 1, 0, 0]);
  match((await creator.ok('getBrief')).text, /task 2 `The second task`: free/);
  match((await stranger.ok('getTranscript')).content, /task 1/);
});

sessionRule('TASK-21', 'a fork carries tasks that have not ended', async ({ creator, partner, nobody }) => {
  const [done, working] = [await create(creator), await create(creator, { paths: ['a'], labels: ['l'] })];
  await claim(partner, { taskId: done.id });
  await finish(partner, done);
  await claim(partner, { taskId: working.id });
  const waits = await create(creator, { dependsOn: [done.id, working.id], description: 'Then' });
  const made = await partner.ok('forkSession');
  equal(made.tasksCopied, 2);
  const fork = nobody.in(made.session.id).as(made.agentToken);
  const { items } = await fork.ok('listTasks');
  deepEqual(
    fieldsOf(items, 'number', 'status', 'assignee', 'requester.id', 'version', 'seq'),
    [working, waits].map(({ number }) => [number, 'open', null, 'bob', 1, 1]),
  );
  deepEqual([items[1]?.dependsOn, items[1]?.blockedBy], [[items[0]?.id], [items[0]?.id]]);
  deepEqual([items[0]?.paths, items[0]?.labels, items[1]?.description], [['a'], ['l'], 'Then']);
  equal((await claim(fork))?.number, working.number);
  equal((await create(fork)).number, 4);
  const early = await partner.ok('forkSession', { body: { seq: done.seq } });
  equal(early.tasksCopied, 1);
  deepEqual(fieldsOf((await fork.ok('getState', { query: { seq: 1 } })).tasks.current, 'number'), [2, 3]);
});
