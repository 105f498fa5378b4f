import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { eventsAfter, fieldsOf, lastSeq, range, rule, sessionRule, together } from '../kit.ts';
import { at, claim, create, finish, refusedClaim, toldOfTasks } from '../task-steps.ts';

const bobAssigned = { agentId: 'bob', agentName: 'Bob' };

sessionRule('TASK-2', 'claim makes it the caller’s own, or creates none', async ({ creator, partner, observer }) => {
  const before = await lastSeq(creator);
  const task = await create(creator, { claim: true, paths: ['src/**'] });
  deepEqual([task.status, task.assignee?.agentId, task.attempts, task.version], ['working', 'ada', 1, 2]);
  ok(Date.parse(task.leaseUntil ?? '') > Date.now());
  deepEqual(fieldsOf(await eventsAfter(creator, before), 'event'), ['task.created', 'task.claimed']);
  await observer.refused('VALIDATION_ERROR', 'createTask', { body: { title: 'x', claim: true } });
  await creator.refused('VALIDATION_ERROR', 'createTask', { body: { title: 'x', claim: true, offeredTo: 'bob' } });
  const late = { title: 'x', claim: true };
  await partner.conflict('paths_taken', 'createTask', { body: { ...late, paths: ['src/a.ts'] } });
  await partner.conflict('task_blocked', 'createTask', { body: { ...late, dependsOn: [task.id] } });
  equal(await lastSeq(creator), before + 2);
});

sessionRule('TASK-8', 'a claim of a named task says why it is refused', async ({ creator, partner }) => {
  const [one, offered] = [await create(creator), await create(creator, { offeredTo: 'ada' })];
  const blocked = await create(creator, { dependsOn: [one.id] });
  const taken = await claim(partner, { taskId: String(one.number) });
  deepEqual([taken?.id, taken?.assignee, taken?.status], [one.id, bobAssigned, 'working']);
  deepEqual(await claim(partner, { taskId: one.id }), taken);
  deepEqual((await refusedClaim(creator, 'task_taken', one))['assignee'], bobAssigned);
  deepEqual((await refusedClaim(partner, 'task_blocked', blocked))['blockedBy'], [one.id]);
  await refusedClaim(partner, 'task_offered', offered);
  equal((await claim(creator, { taskId: offered.id }))?.offeredTo, null);
  await finish(partner, one);
  await refusedClaim(creator, 'task_ended', one);
  await creator.refused('NOT_FOUND', 'claimTask', { body: { taskId: '99' } });
});

sessionRule('TASK-9', 'a claim takes the first that fits, by priority and number', async ({ creator, partner }) => {
  const low = await create(creator, { priority: 0 });
  const usual = await create(creator, { labels: ['ts', 'docs'] });
  await create(creator, { offeredTo: 'ada', priority: 3 });
  const offered = await create(creator, { offeredTo: 'bob', priority: 2 });
  await create(creator, { dependsOn: [low.id], priority: 3 });
  equal((await claim(partner))?.id, offered.id);
  equal(await claim(partner, { labels: ['ts', 'py'] }), null);
  equal((await claim(partner, { labels: ['docs', 'ts'] }))?.id, usual.id);
  equal((await claim(partner))?.id, low.id);
  equal(await claim(partner), null);
});

sessionRule('TASK-9', 'a claim waits for a task, and a null is kept for no key', async ({ creator, partner }) => {
  const headers = { 'idempotency-key': 'a-claim' };
  equal((await partner.ok('claimTask', { body: {}, headers })).task, null);
  const waiting = partner.ok('claimTask', { query: { wait: 20 }, body: {}, headers });
  const task = await create(creator);
  const claimed = await waiting;
  equal(claimed.task?.id, task.id);
  deepEqual(await partner.ok('claimTask', { body: {}, headers }), claimed);
  equal(await claim(partner), null);
  const next = await create(creator, { dependsOn: [task.id] });
  const later = creator.ok('claimTask', { query: { wait: 20 } });
  await finish(partner, task);
  equal((await later).task?.id, next.id);
  const started = Date.now();
  const ended = partner.conflict('session_completed', 'claimTask', { query: { wait: 20 } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  await ended;
  ok(Date.now() - started < 15_000, 'the wait ended with the session');
});

sessionRule('TASK-9', 'a blocker that ends answers exactly the claims that can go on', async ({ creator, partner }) => {
  const blocker = await create(creator, { claim: true });
  const waits = ['a', 'b', 'c'].map((label) =>
    partner.ok('claimTask', { query: { wait: 4 }, body: { labels: [label] } }),
  );
  const began = Date.now();
  const [forA, forB] = [
    await create(creator, { labels: ['a'], dependsOn: [blocker.id] }),
    await create(creator, { labels: ['b'], dependsOn: [blocker.id] }),
  ];
  await finish(creator, blocker);
  const [a, b] = await Promise.all(waits.slice(0, 2));
  deepEqual([a?.task?.id, b?.task?.id], [forA.id, forB.id]);
  equal((await waits[2])?.task, null);
  ok(Date.now() - began >= 3900, 'the third claim waited to its end');
});

sessionRule('TASK-9', 'of many who claim at once, each has another task', async ({ creator, partner }) => {
  for (const number of range(10)) await create(creator, { title: String(number) });
  const claims = await together(range(24), (number) => claim(number % 2 ? creator : partner), 12);
  const ids = claims.flatMap((task) => task?.id ?? []);
  deepEqual([ids.length, new Set(ids).size], [10, 10]);
  const one = await create(creator);
  const raced = await together(range(8), (number) =>
    (number % 2 ? creator : partner).call('claimTask', { body: { taskId: one.id } }),
  );
  equal(new Set(raced.flatMap((reply) => (reply.ok ? [reply.data.task?.assignee?.agentId] : []))).size, 1);
});

sessionRule('TASK-16', 'the paths of a task in work are held', async ({ creator, partner }) => {
  const held = await create(creator, { title: 'Held', paths: ['src/**'], claim: true });
  const overlapping = await create(creator, { paths: ['docs/a.md', 'src/lib/?.ts'], priority: 3 });
  const free = await create(creator, { paths: ['docs/**'] });
  const named = { body: { taskId: overlapping.id } };
  const { details } = await partner.conflict('paths_taken', 'claimTask', named);
  const assignee = { agentId: 'ada', agentName: 'Ada' };
  deepEqual(details['tasks'], [{ taskId: held.id, number: held.number, title: 'Held', assignee }]);
  equal((await claim(partner))?.id, free.id);
  await create(creator, { paths: ['src/a.ts'], claim: true });
  equal((await claim(partner, { taskId: overlapping.id, overlap: true }))?.id, overlapping.id);
  await creator.ok('writeFile', { body: { path: 'docs/a.md', content: 'Nothing stops a write.' } });
  await partner.ok('releaseTask', at(overlapping));
  await finish(partner, free);
  const waiting = partner.ok('claimTask', { query: { wait: 20 } });
  await finish(creator, held);
  equal((await waiting).task?.id, overlapping.id);
});

sessionRule('TASK-16', 'patterns that are made to be slow end in time', async ({ creator, partner }) => {
  const slow = (letter: string) =>
    Array.from({ length: 50 }, (_, index) => `${`*${letter}`.repeat(98)}${String(index)}`);
  await create(creator, { paths: slow('a'), claim: true });
  const task = await create(creator, { paths: slow('b') });
  const startedAt = Date.now();
  await partner.conflict('paths_taken', 'claimTask', { body: { taskId: task.id } });
  equal(await claim(partner), null);
  ok(Date.now() - startedAt < 5000);
  equal((await claim(partner, { taskId: task.id, overlap: true }))?.id, task.id);
});

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
  const told = [working, waits].map(({ number }) => [number, 'open', null, 'bob', 1]);
  deepEqual(fieldsOf(items, 'number', 'status', 'assignee', 'requester.id', 'version'), told);
  deepEqual([items[1]?.dependsOn, items[1]?.blockedBy], [[items[0]?.id], [items[0]?.id]]);
  deepEqual([items[0]?.paths, items[0]?.labels, items[1]?.description], [['a'], ['l'], 'Then']);
  equal((await claim(fork))?.number, working.number);
  equal((await create(fork)).number, 4);
  const early = await partner.ok('forkSession', { body: { seq: done.seq } });
  equal(early.tasksCopied, 1);
  deepEqual(
    fieldsOf((await fork.ok('getState', { query: { seq: made.session.lastSeq } })).tasks.current, 'number'),
    [2, 3],
  );
});
