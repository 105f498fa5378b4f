import { type Task, TaskState } from '@a2a-js/sdk';
import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { a2aBindings, a2aClient, a2aText } from '@pairspace/testkit/a2a-client';
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
  const { data } = await app.request<{ task: { id: string } }>('POST', `/api/sessions/${id}/tasks/claim?wait=20`, {
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
