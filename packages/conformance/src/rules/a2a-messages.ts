import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { type A2aTask, type Told, atOnce, bearer, message, reasonOf, rpc, send, versioned } from '../a2a-steps.ts';
import { claim, finish } from '../task-steps.ts';
import { fieldsOf, sessionRule } from '../kit.ts';

sessionRule('A2A-6', 'a message is a task of its text, and no text is refused', async ({ id, creator, http }) => {
  const bob = `/a2a/${id}/bob`;
  const parts = [
    { text: 'Sum up' },
    { data: { rows: [1, 2] } },
    { url: 'https://ada.example/report.pdf', filename: 'report.pdf' },
    { raw: Buffer.from('from bytes').toString('base64'), mediaType: 'text/plain' },
  ];
  const { result } = await rpc(http, bob, creator, 'SendMessage', { ...message('', { parts }), ...atOnce });
  const task = await creator.ok('getTask', { params: { taskId: result.task.id } });
  deepEqual([task.title, task.offeredTo, task.a2a], ['Sum up', 'bob', { agentId: 'bob', declined: false }]);
  match(task.description, /^Sum up\n\n```json\n\{[^`]*\}\n```\n\nreport\.pdf: https:\S+\n\nfrom bytes$/);
  const image = { raw: 'iVBORw0KGgo=', mediaType: 'image/png' };
  const withNul = { raw: Buffer.from('a\0b').toString('base64'), mediaType: 'text/plain' };
  for (const part of [image, withNul]) {
    const refused = await rpc(http, bob, creator, 'SendMessage', message('', { parts: [part] }));
    deepEqual([refused.error?.code, reasonOf(refused)], [-32005, 'CONTENT_TYPE_NOT_SUPPORTED']);
  }
  for (const wrong of [
    {},
    { message: {} },
    message('', { parts: [] }),
    message(' '),
    message('x', { role: 'ROLE_AGENT' }),
    message('', { parts: [{ text: 'a', url: 'https://ada.example' }] }),
    message('', { parts: [{ text: 7 }] }),
    message('x', { contextId: 'ses_other' }),
    { ...message('x'), configuration: { historyLength: -1 } },
  ]) {
    const { status, error } = await rpc(http, bob, creator, 'SendMessage', wrong);
    deepEqual([status, error?.code], [200, -32602], JSON.stringify(wrong));
    ok(error?.data[1]?.fieldViolations?.every(({ field }) => field.startsWith('params')));
  }
  const large = await rpc(http, bob, creator, 'SendMessage', message('x'.repeat(16 * 1024 + 1)));
  deepEqual([large.status, reasonOf(large)], [413, 'PAYLOAD_TOO_LARGE']);
  const whole = await rpc(http, bob, creator, 'SendMessage', message('x'.repeat(10 * 2 ** 20)));
  deepEqual([whole.status, reasonOf(whole)], [413, 'PAYLOAD_TOO_LARGE']);
  equal((await creator.ok('listTasks')).items.length, 1);
});

sessionRule('A2A-7', 'a message waits for the end of its task', async ({ id, creator, partner, http }) => {
  const bob = `/a2a/${id}/bob`;
  const answer = rpc(http, bob, creator, 'SendMessage', message('Wait for me'));
  const task = await claim(partner, {});
  ok(task === null || task.title === 'Wait for me');
  const owned = task ?? (await partner.ok('claimTask', { query: { wait: 20 }, body: {} })).task;
  await finish(partner, owned ?? { id: '' });
  equal((await answer).result.task.status.state, 'TASK_STATE_COMPLETED');
});

sessionRule('A2A-7', 'a message to a task is told once', async ({ id, creator, partner, observer, http }) => {
  const bob = `/a2a/${id}/bob`;
  const first = { ...message('Begin'), ...atOnce };
  const { result } = await rpc(http, bob, creator, 'SendMessage', first);
  equal((await rpc(http, bob, creator, 'SendMessage', first)).result.task.id, result.task.id);
  const long = await rpc(http, bob, creator, 'SendMessage', message('x'.repeat(17_000), {}));
  equal(long.error?.data[1]?.fieldViolations?.[0]?.field ?? 'params.message.parts', 'params.message.parts');
  ok(!JSON.stringify(long.error).includes('body.'));
  const more = { ...message('In English', { taskId: result.task.id, contextId: id }), ...atOnce };
  for (let times = 0; times < 2; times++) await rpc(http, bob, creator, 'SendMessage', more);
  const wrong = message('x', { taskId: result.task.id, contextId: 'ses_other' });
  equal((await rpc(http, bob, creator, 'SendMessage', wrong)).error?.code, -32602);
  const byPerson = await send(http, bob, observer, 'From a person');
  await rpc(http, bob, observer, 'SendMessage', { ...message('Please', { taskId: byPerson.id }), ...atOnce });
  const { items } = await creator.ok('listMessages', { query: { since: 0 } });
  deepEqual(fieldsOf(items, 'content', 'mentions', 'authorRole'), [
    ['About task 1:\nIn English', ['bob'], 'creator'],
    ['About task 2:\nPlease', ['bob'], 'observer'],
  ]);
  await partner.ok('declineTask', { params: { taskId: result.task.id } });
  const late = await rpc(http, bob, creator, 'SendMessage', message('x', { taskId: result.task.id }));
  deepEqual([late.error?.code, reasonOf(late)], [-32004, 'UNSUPPORTED_OPERATION']);
});

sessionRule('A2A-7', 'a repeated message counts once, also after its task', async ({ id, creator, partner, http }) => {
  const path = `/a2a/${id}`;
  const first = { ...message('Begin'), ...atOnce };
  const { task } = (await rpc(http, path, creator, 'SendMessage', first)).result;
  const more = { ...message('In English', { taskId: task.id }), ...atOnce };
  const state = async (): Promise<string | undefined> =>
    (await rpc(http, path, creator, 'SendMessage', more)).result.task.status.state;
  equal(await state(), 'TASK_STATE_SUBMITTED');
  await claim(partner, { taskId: task.id });
  equal(await state(), 'TASK_STATE_WORKING');
  await finish(partner, task);
  equal(await state(), 'TASK_STATE_COMPLETED');
  equal((await creator.ok('listMessages', { query: { since: 0 } })).items.length, 1);
  const { messageId } = first.message;
  const reused = { ...message('Another', { messageId, referenceTaskIds: [task.id] }), ...atOnce };
  const other = await rpc(http, path, creator, 'SendMessage', reused);
  notEqual(other.result.task.id, task.id);
  deepEqual(other.result.task.history?.[0]?.referenceTaskIds, [task.id]);
  equal(other.result.task.history[0].parts[0]?.text, 'Another');
  const [described] = (await creator.ok('listTasks')).items.filter(({ id }) => id === other.result.task.id);
  match(described?.description ?? '', /^Another\n\nRefers to task 1 \(task_\w+\)\.$/);
});

sessionRule('A2A-8', 'a stream tells a task and its changes to its end', async ({ id, creator, partner, http }) => {
  const headers = { ...versioned, ...bearer(creator) };
  const body = JSON.stringify(message('Stream it'));
  const stream = await http.open({ method: 'POST', path: `/a2a/${id}/-/message:stream`, headers, body });
  match(stream.headers['content-type'] ?? '', /^text\/event-stream/);
  const reading = readText(stream);
  const { task } = await partner.ok('claimTask', { query: { wait: 20 }, body: {} });
  ok(task);
  await finish(partner, task);
  const told = (await reading).matchAll(/^data: (.*)$/gm);
  const responses = Array.from(told, ([, data = '']) => JSON.parse(data) as Record<string, A2aTask>);
  const shown = responses.map((response) => Object.keys(response)[0]);
  deepEqual(shown, ['task', 'statusUpdate', 'statusUpdate']);
  equal(responses.at(-1)?.['statusUpdate']?.status.state, 'TASK_STATE_COMPLETED');
  const again = await rpc(http, `/a2a/${id}`, creator, 'SubscribeToTask', { id: task.id });
  deepEqual([again.error?.code, reasonOf(again)], [-32004, 'UNSUPPORTED_OPERATION']);
});

sessionRule('A2A-9', 'tasks are listed, newest change first', async ({ id, creator, partner, observer, http }) => {
  const bob = `/a2a/${id}/bob`;
  const sent = [];
  for (const text of ['One', 'Two', 'Three']) sent.push(await send(http, bob, creator, text));
  await send(http, bob, observer, 'Of another');
  await send(http, `/a2a/${id}`, creator, 'To anybody');
  const [one, two, three] = sent.map((task) => task.id);
  await claim(partner, { taskId: one });
  await finish(partner, { id: one ?? '' });
  const list = async (params: object) => (await rpc(http, bob, creator, 'ListTasks', params)).result;
  const all = await list({});
  deepEqual(fieldsOf(all.tasks, 'id'), [one, three, two]);
  deepEqual([all.totalSize, all.nextPageToken], [3, '']);
  ok(all.tasks.every((task) => !('artifacts' in task)));
  const first = await list({ pageSize: 2, historyLength: 0 });
  deepEqual([first.tasks.length, first.totalSize, first.tasks[0]?.history], [2, 3, undefined]);
  const second = await list({ pageSize: 2, pageToken: first.nextPageToken, includeArtifacts: true });
  deepEqual([second.tasks.map((task) => task.id), second.nextPageToken], [[two], '']);
  deepEqual(second.tasks[0]?.artifacts, []);
  const done = await list({ status: 'TASK_STATE_COMPLETED' });
  deepEqual([done.tasks.map((task) => task.id), done.totalSize], [[one], 1]);
  equal((await list({ contextId: 'ses_other' })).totalSize, 0);
  equal((await list({ statusTimestampAfter: '2100-01-01T00:00:00Z' })).totalSize, 0);
  const ask = { kind: 'question' as const, title: 'Which?', freeText: true, taskId: two ?? '' };
  const { createdAt } = await partner.ok('createAsk', { body: ask });
  deepEqual(fieldsOf((await list({ statusTimestampAfter: createdAt })).tasks, 'id'), [two]);
  for (const wrong of [{ pageSize: 0 }, { pageSize: 101 }, { pageToken: 'x' }, { status: 'DONE' }]) {
    equal((await rpc(http, bob, creator, 'ListTasks', wrong)).error?.code, -32602);
  }
});

sessionRule('A2A-11', 'push notification configs are of the caller', async ({ id, creator, observer, http }) => {
  const path = `/a2a/${id}`;
  const config = { url: 'http://127.0.0.1:9/hook', token: 'of this task' };
  const asked = (url: string) => ({
    ...message('x'),
    configuration: { returnImmediately: true, taskPushNotificationConfig: { ...config, url } },
  });
  const refused = await rpc(http, path, creator, 'SendMessage', asked('nowhere'));
  equal(refused.error?.code, -32602);
  equal((await creator.ok('listTasks')).items.length, 0);
  const taskId = (await rpc(http, path, creator, 'SendMessage', asked(config.url))).result.task.id;
  const ask = async (method: string, params: object, caller = creator) => {
    const { result, error } = await rpc(http, path, caller, `${method}TaskPushNotificationConfig`, params);
    return { result: result as unknown, code: error?.code };
  };
  const mine = { id: 'mine', url: config.url, taskId };
  deepEqual((await ask('Create', { ...config, taskId, id: 'mine' })).result, mine);
  deepEqual((await ask('Get', { taskId, id: 'mine' })).result, mine);
  const list = async (caller = creator) => await rpc(http, path, caller, 'ListTaskPushNotificationConfigs', { taskId });
  const listed = (await list()).result as unknown as { configs: { id: string }[] };
  deepEqual([listed.configs.length, listed.configs[1]], [2, mine]);
  ok(!JSON.stringify(listed).includes(config.token));
  equal((await list(observer)).error?.code, -32001);
  for (const method of ['Get', 'Delete']) {
    equal((await ask(method, { taskId, id: 'mine' }, observer)).code, -32001, method);
  }
  equal((await ask('Create', { ...config, taskId }, observer)).code, -32001);
  ok((await creator.ok('listWebhooks')).items.every(({ url }) => url !== config.url));
  deepEqual((await ask('Delete', { taskId, id: 'mine' })).result, {});
  equal((await ask('Get', { taskId, id: 'mine' })).code, -32001);
  await creator.ok('cancelTask', { params: { taskId } });
});

sessionRule('A2A-10', 'another version, method or form is refused as A2A does', async ({ id, creator, http }) => {
  const path = `/a2a/${id}`;
  const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ListTasks' });
  const ask = async (headers: Record<string, string>, body: string, to = path) => {
    const given = { 'content-type': 'application/json', ...bearer(creator), ...headers };
    const answer = await http.open({ method: 'POST', path: to, headers: given, body });
    return { ...(JSON.parse(await readText(answer)) as Told & { id: unknown }), status: answer.statusCode ?? 0 };
  };
  for (const version of [undefined, '', '0.3', '2.0']) {
    const refused = await ask(version === undefined ? {} : { 'a2a-version': version }, call);
    deepEqual([refused.status, refused.id, refused.error?.code], [200, 7, -32009]);
    equal(reasonOf(refused), 'VERSION_NOT_SUPPORTED');
  }
  equal((await ask({}, call, `${path}?A2A-Version=1.0`)).error, undefined);
  const one = { 'a2a-version': '1.0' };
  for (const [body, code] of [
    ['{"jsonrpc"', -32700],
    ['[]', -32600],
    ['{"jsonrpc":"2.0","method":"ListTasks"}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ListTasks"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"tasks/get"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{}}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard"}', -32004],
  ] as const) {
    const refused = await ask(one, body);
    deepEqual([refused.status, refused.error?.code], [200, code], body);
  }
});

sessionRule('A2A-10', 'an error over HTTP+JSON is a status with its details', async ({ id, creator, http }) => {
  const rest = await http.open({
    method: 'GET',
    path: `/a2a/${id}/-/tasks/task_none`,
    headers: { ...versioned, ...bearer(creator) },
  });
  const { error } = JSON.parse(await readText(rest)) as {
    error: { code: number; status: string; details: { reason: string; domain: string }[] };
  };
  deepEqual([rest.statusCode, error.code, error.status], [404, 404, 'NOT_FOUND']);
  deepEqual([error.details[0]?.reason, error.details[0]?.domain], ['TASK_NOT_FOUND', 'a2a-protocol.org']);
});
