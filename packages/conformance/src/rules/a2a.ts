import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { type A2aTask, atOnce, bearer, message, reasonOf, rpc, send, versioned } from '../a2a-steps.ts';
import type { Caller } from '../caller.ts';
import { aKeyHolder, keyRule } from '../key-holder.ts';
import { at, claim, create } from '../task-steps.ts';
import { fieldsOf, sessionRule } from '../kit.ts';

sessionRule('A2A-1', 'a seat and a session are agents over both protocols', async ({ creator, id, http }) => {
  for (const [path, root] of [
    [`/a2a/${id}/bob`, `/a2a/${id}/bob`],
    [`/a2a/${id}`, `/a2a/${id}/-`],
  ] as const) {
    const sent = await send(http, path, creator, 'Count to three');
    const headers = { ...versioned, ...bearer(creator) };
    const read = await http.open({ method: 'GET', path: `${root}/tasks/${sent.id}`, headers });
    match(read.headers['content-type'] ?? '', /^application\/a2a\+json/);
    deepEqual(JSON.parse(await readText(read)), sent);
    const body = JSON.stringify({ ...message('Count to four'), ...atOnce });
    const typed = { ...headers, 'content-type': 'application/a2a+json' };
    const posted = await http.open({ method: 'POST', path: `${root}/message:send`, headers: typed, body });
    const { task } = JSON.parse(await readText(posted)) as { task: A2aTask };
    equal(task.status.state, 'TASK_STATE_SUBMITTED');
    const cancel = { method: 'POST', path: `${root}/tasks/${task.id}:cancel`, headers };
    const cancelled = JSON.parse(await readText(await http.open(cancel))) as A2aTask;
    equal(cancelled.status.state, 'TASK_STATE_CANCELED');
    const odd = await http.open({ method: 'GET', path: `${root}/nothing`, headers });
    const { error } = JSON.parse(await readText(odd)) as { error: { code: number; status: string } };
    deepEqual([odd.statusCode, error.code, error.status], [404, 404, 'NOT_FOUND']);
  }
});

sessionRule('A2A-2', 'a card says who answers, and how', { name: 'Plan' }, async ({ id, partner, creator, http }) => {
  await partner.ok('heartbeat', { body: { reach: { mode: 'turn-end', via: 'test' } } });
  const card = async (path: string, caller?: Caller) => {
    const answer = await http.open({ method: 'GET', path, headers: bearer(caller) });
    return { status: answer.statusCode, card: JSON.parse(await readText(answer)) as Record<string, unknown> };
  };
  const seat = await card(`/a2a/${id}/bob/.well-known/agent-card.json`);
  equal(seat.card['name'], 'Bob');
  const description = String(seat.card['description']);
  match(description, /"Plan"/);
  ok(description.endsWith('It is online. It sees a task at the end of its turn.'));
  const interfaces = seat.card['supportedInterfaces'] as { url: string; protocolBinding: string }[];
  deepEqual(fieldsOf(interfaces, 'protocolBinding'), ['JSONRPC', 'HTTP+JSON']);
  ok(interfaces.every(({ url }) => url.endsWith(`/a2a/${id}/bob`)));
  deepEqual(seat.card['securityRequirements'], [{ schemes: { bearer: { list: [] } } }]);
  const session = await card(`/a2a/${id}/.well-known/agent-card.json`);
  match(String(session.card['description']), /"Plan": ada "Ada", bob "Bob"\./);
  equal((await card(`/a2a/${id}/nobody/.well-known/agent-card.json`)).status, 404);
  await creator.ok('setVisibility', { body: { visibility: 'private' } });
  const hidden = await card(`/a2a/${id}/bob/.well-known/agent-card.json`);
  const none = await card('/a2a/ses_none/bob/.well-known/agent-card.json');
  equal(hidden.status, 404);
  const words = ({ card: given }: typeof none) => (given['error'] as { message: string }).message;
  equal(words(hidden), words(none));
  equal((await card(`/a2a/${id}/bob/.well-known/agent-card.json`, creator)).status, 200);
});

sessionRule('A2A-3', 'tokens of the session and agent keys are callers, and others learn nothing', async (context) => {
  const { id, creator, observer, invited, stranger, http, aSession } = context;
  const other = await aSession();
  const refusals = [];
  for (const [path, caller] of [
    [`/a2a/${id}`, undefined],
    [`/a2a/${id}`, other.creator],
    [`/a2a/${id}/nobody`, other.creator],
    [`/a2a/${id}`, stranger.as(`agt_${'x'.repeat(43)}`)],
    [`/a2a/${id}`, stranger.as(`agk_${'x'.repeat(43)}`)],
    ['/a2a/ses_none', creator],
    [`/a2a/${id}`, (await aKeyHolder(context)).me],
  ] as const) {
    const { status, error } = await rpc(http, path, caller, 'SendMessage', message('x'));
    refusals.push(JSON.stringify([status, error?.code, error?.message]));
  }
  equal(new Set(refusals).size, 1, refusals.join('\n'));
  match(refusals[0] ?? '', /^\[401,-32000,/);
  equal((await send(http, `/a2a/${id}/bob`, observer, 'x')).contextId, id);
  const refused = await rpc(http, `/a2a/${id}/bob`, invited, 'SendMessage', message('x'));
  deepEqual([refused.status, reasonOf(refused)], [403, 'FORBIDDEN']);
  const nowhere = await rpc(http, `/a2a/${id}/nobody`, creator, 'SendMessage', message('x'));
  deepEqual([nowhere.status, reasonOf(nowhere)], [404, 'NOT_FOUND']);
});

keyRule('A2A-3', 'an agent key stands for its own seat', async ({ me, agentId, joined, http }) => {
  const { id, creator } = await joined();
  const sent = await send(http, `/a2a/${id}/bob`, me, 'From the key');
  const { requester } = await creator.ok('getTask', { params: { taskId: sent.id } });
  deepEqual([requester.kind, requester.id], ['agent', agentId]);
  const told = { ...message('More', { taskId: sent.id }), ...atOnce };
  equal((await rpc(http, `/a2a/${id}/bob`, me, 'SendMessage', told)).result.task.id, sent.id);
});

sessionRule('A2A-4', 'a task is there for sender and receiver alone', async ({ id, creator, observer, http }) => {
  const bob = `/a2a/${id}/bob`;
  const sent = await send(http, bob, creator, 'Mine');
  const plain = await create(creator, { offeredTo: 'bob' });
  for (const [path, caller, taskId] of [
    [bob, observer, sent.id],
    [`/a2a/${id}/ada`, creator, sent.id],
    [`/a2a/${id}`, creator, sent.id],
    [bob, creator, plain.id],
    [bob, creator, 'task_none'],
    [bob, creator, '../../x'],
  ] as const) {
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      const refused = await rpc(http, path, caller, method, { id: taskId });
      deepEqual([refused.status, refused.error?.code, reasonOf(refused)], [200, -32001, 'TASK_NOT_FOUND']);
    }
    const told = await rpc(http, path, caller, 'SendMessage', message('x', { taskId }));
    equal(told.error?.code, -32001);
  }
});

sessionRule('A2A-5', 'a task has A2A’s states, artifacts and asks', async (fixture) => {
  const { id, creator, partner, observer, http } = fixture;
  const bob = `/a2a/${id}/bob`;
  const state = async (taskId: string): Promise<A2aTask> =>
    (await rpc(http, bob, creator, 'GetTask', { id: taskId })).result;
  const sent = await send(http, bob, creator, 'Write it\nin a file');
  deepEqual([sent.status.state, sent.contextId], ['TASK_STATE_SUBMITTED', id]);
  deepEqual(sent.history?.[0]?.parts, [{ text: 'Write it\nin a file' }]);
  const task = await claim(partner, { taskId: sent.id });
  equal((await state(sent.id)).status.state, 'TASK_STATE_WORKING');
  const ask = await partner.ok('createAsk', { body: { kind: 'approval', title: 'May I?', taskId: sent.id } });
  const asked = await state(sent.id);
  equal(asked.status.state, 'TASK_STATE_INPUT_REQUIRED');
  match(asked.status.message?.parts[0]?.text ?? '', /^May I\?\napprove: /);
  await observer.ok('answerAsk', { params: { askId: ask.id }, body: { optionId: 'approve' } });
  equal((await state(sent.id)).status.state, 'TASK_STATE_WORKING');
  await partner.ok('writeFile', { body: { path: 'a b/out.txt', content: 'written' } });
  const links = [
    { kind: 'file', ref: 'a b/out.txt' },
    { kind: 'file', ref: 'gone.txt' },
    { kind: 'url', ref: 'https://ada.example/x' },
  ];
  await partner.ok('finishTask', { ...at(task ?? { id: '' }), body: { outcome: 'done', text: 'Done', links } });
  const { status, artifacts = [] } = await state(sent.id);
  equal(status.state, 'TASK_STATE_COMPLETED');
  deepEqual(artifacts[0], { artifactId: 'result', name: 'result', parts: [{ text: 'Done' }] });
  deepEqual(artifacts[1]?.parts, [{ text: 'written', filename: 'a b/out.txt', mediaType: 'text/plain' }]);
  match(artifacts[2]?.parts[0]?.url ?? '', /\/api\/sessions\/ses_\w+\/files\/gone\.txt$/);
  deepEqual(artifacts[3]?.parts, [{ url: 'https://ada.example/x' }]);
});

sessionRule('A2A-5', 'a task that fails, is declined or withdrawn says so', async ({ id, creator, partner, http }) => {
  const bob = `/a2a/${id}/bob`;
  const state = async (taskId: string): Promise<A2aTask> =>
    (await rpc(http, bob, creator, 'GetTask', { id: taskId })).result;
  const failing = await send(http, bob, creator, 'Fail');
  await claim(partner, { taskId: failing.id });
  await partner.ok('finishTask', { params: { taskId: failing.id }, body: { outcome: 'failed', reason: 'No network' } });
  const failed = await state(failing.id);
  deepEqual([failed.status.state, failed.status.message?.parts], ['TASK_STATE_FAILED', [{ text: 'No network' }]]);
  const declined = await send(http, bob, creator, 'Refuse');
  await partner.ok('declineTask', { params: { taskId: declined.id }, body: { reason: 'Not mine' } });
  equal((await state(declined.id)).status.state, 'TASK_STATE_REJECTED');
  const withdrawn = await send(http, bob, creator, 'Withdraw');
  const { result } = await rpc(http, bob, creator, 'CancelTask', { id: withdrawn.id });
  equal(result.status.state, 'TASK_STATE_CANCELED');
  const late = await rpc(http, bob, creator, 'CancelTask', { id: withdrawn.id });
  deepEqual([late.error?.code, reasonOf(late)], [-32002, 'TASK_NOT_CANCELABLE']);
});
