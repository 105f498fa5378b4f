import { type Task, TaskState } from '@a2a-js/sdk';
import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { endpoints } from '@pairspace/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { a2aBindings, a2aClient, a2aText } from '@pairspace/testkit/a2a-client';
import { RequestLimits } from '../limits/request-limits.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface Pair {
  id: string;
  ada: string;
  bob: string;
}

/** A session with `ada`, who calls, and `bob`, who is called. */
const aPair = async (at = app): Promise<Pair> => {
  const { data } = await at.request<{ session: { id: string; inviteCode: string }; agentToken: string }>(
    'POST',
    '/api/sessions',
    { body: { agentId: 'ada' } },
  );
  const { id, inviteCode } = data.session;
  const joined = await at.request<{ agentToken: string }>('POST', `/api/sessions/${id}/join`, {
    body: { inviteCode, agentId: 'bob' },
  });
  return { id, ada: data.agentToken, bob: joined.data.agentToken };
};

/** Bob waits for a task, takes it and ends it, as a woken program does. */
const workAsBob = async ({ id, bob }: Pair, text = 'All done'): Promise<void> => {
  const { data } = await app.request<{ task: { id: string } }>('POST', `/api/sessions/${id}/tasks/claim?wait=50`, {
    token: bob,
    body: {},
  });
  await app.request('POST', `/api/sessions/${id}/tasks/${data.task.id}/finish`, {
    token: bob,
    body: { outcome: 'done', text },
  });
};

describe.each(a2aBindings)('the client of the A2A SDK over %s', (binding) => {
  test('[A2A-1] [A2A-7] drives a seat that waits, and whoever takes it, to the end', async () => {
    const pair = await aPair();
    for (const agent of [`${app.url}/a2a/${pair.id}/bob`, `${app.url}/a2a/${pair.id}`]) {
      const client = await a2aClient(agent, pair.ada, binding);
      const [task] = await Promise.all([
        client.sendMessage(a2aText('Count to three')) as Promise<Task>,
        workAsBob(pair),
      ]);
      expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
      expect(task.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'text', value: 'All done' });
      expect(await client.getTask({ tenant: '', id: task.id })).toEqual(task);
    }
  });

  test('[A2A-8] follows a task, and one that is cut off subscribes again', async () => {
    const pair = await aPair();
    const client = await a2aClient(`${app.url}/a2a/${pair.id}/bob`, pair.ada, binding);
    const cut = new AbortController();
    let taskId = '';
    const first = client.sendMessageStream(a2aText('Count to three'), { signal: cut.signal });
    for await (const { payload } of first) {
      if (payload?.$case === 'task') taskId = payload.value.id;
      break;
    }
    cut.abort();
    const kinds: string[] = [];
    const states: (TaskState | undefined)[] = [];
    let isWorking = false;
    for await (const { payload } of client.resubscribeTask({ tenant: '', id: taskId })) {
      if (!isWorking) void workAsBob(pair);
      isWorking = true;
      kinds.push(payload?.$case ?? '');
      if (payload?.$case === 'statusUpdate') states.push(payload.value.status?.state);
    }
    expect(kinds).toEqual(['task', 'statusUpdate', 'artifactUpdate', 'statusUpdate']);
    expect(states).toEqual([TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED]);
  });

  test('[A2A-10] gets the errors of A2A as errors of its own', async () => {
    const pair = await aPair();
    const client = await a2aClient(`${app.url}/a2a/${pair.id}/bob`, pair.ada, binding);
    const one = { tenant: '', id: 'task_none', metadata: undefined };
    await expect(client.getTask(one)).rejects.toBeInstanceOf(TaskNotFoundError);
    const sent = (await client.sendMessage(a2aText('x', { returnImmediately: true }))) as Task;
    expect((await client.cancelTask({ ...one, id: sent.id })).status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    await expect(client.cancelTask({ ...one, id: sent.id })).rejects.toBeInstanceOf(TaskNotCancelableError);
    await expect(client.sendMessage(a2aText('more', { taskId: sent.id }))).rejects.toBeInstanceOf(
      UnsupportedOperationError,
    );
    await expect(client.resubscribeTask({ tenant: '', id: sent.id }).next()).rejects.toBeInstanceOf(
      UnsupportedOperationError,
    );
  });
});

test('[A2A-9] the tasks since a time are read up to it, and up to the last of which people were asked since', async () => {
  const { id, ada, bob } = await aPair();
  const client = await a2aClient(`${app.url}/a2a/${id}/bob`, ada, 'JSONRPC');
  const send = async (text: string) => (await client.sendMessage(a2aText(text, { returnImmediately: true }))) as Task;
  using requests = vi.spyOn(RequestLimits.prototype, 'count');
  const listSince = async (since: number) => {
    requests.mockClear();
    const statusTimestampAfter = new Date(since).toISOString();
    const body = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: { statusTimestampAfter } };
    const headers = { 'a2a-version': '1.0' };
    const { result } = (await app.request('POST', `/a2a/${id}/bob`, { token: ada, body, headers })) as unknown as {
      result: { tasks: { id: string }[]; totalSize: number };
    };
    const pages = requests.mock.calls.filter(([{ endpoint }]) => endpoint === endpoints.listTasks).length;
    return { found: result.tasks.map((task) => task.id), totalSize: result.totalSize, pages };
  };
  const sent = [];
  // A page of tasks holds 1 MiB.
  for (let count = 0; count < 70; count++) sent.push((await send('x'.repeat(16_000))).id);
  app.clock.advance(1000);
  const askedAt = app.clock.now();
  const ask = { kind: 'question', title: 'Which?', freeText: true, taskId: sent[0] };
  expect((await app.request('POST', `/api/sessions/${id}/asks`, { token: bob, body: ask })).status).toBe(201);
  expect(await listSince(askedAt)).toEqual({ found: [sent[0]], totalSize: 1, pages: 2 });
  app.clock.advance(1000);
  const { id: newest } = await send('x');
  expect(await listSince(askedAt)).toEqual({ found: [newest, sent[0]], totalSize: 2, pages: 2 });
  expect(await listSince(app.clock.now())).toEqual({ found: [newest], totalSize: 1, pages: 1 });
});

test('[A2A-2] a card is answered once for its tag', async () => {
  const { id, ada } = await aPair();
  const headers = { authorization: `Bearer ${ada}` };
  const card = (tag = 'W/"none"') =>
    fetch(`${app.url}/a2a/${id}/bob/.well-known/agent-card.json`, { headers: { ...headers, 'if-none-match': tag } });
  const first = await card();
  const tag = first.headers.get('etag') ?? '';
  expect([first.status, (await card(tag)).status, (await card(`"x", W/${tag}`)).status]).toEqual([200, 304, 304]);
});

test('[A2A-10] another type of content is refused with the code of A2A', async () => {
  const { id, ada } = await aPair();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } });
  const headers = { authorization: `Bearer ${ada}`, 'a2a-version': '1.0', 'content-type': 'text/plain' };
  const answer = await fetch(`${app.url}/a2a/${id}/bob`, { method: 'POST', headers, body });
  const { error } = (await answer.json()) as { error: { code: number } };
  expect([answer.status, error.code]).toEqual([415, -32005]);
});

test('[A2A-1] with PAIRSPACE_A2A=off nothing is there', async () => {
  await using without = await startTestApp({ a2a: false });
  const { id, ada } = await aPair(without);
  const { status, error } = await without.request('POST', `/a2a/${id}`, { token: ada, body: {} });
  expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
});

test('[A2A-8] a stream ends when its caller loses its token', async () => {
  const { id, ada, bob } = await aPair();
  const client = await a2aClient(`${app.url}/a2a/${id}/ada`, bob, 'JSONRPC');
  const seen: unknown[] = [];
  for await (const one of client.sendMessageStream(a2aText('x'))) {
    seen.push(one);
    await app.request('DELETE', `/api/sessions/${id}/agents/bob`, { token: ada });
  }
  expect(seen).toHaveLength(1);
});
