import { until } from '@pairspace/testkit/until';
import { type Task, TaskState, type TaskPushNotificationConfig } from '@a2a-js/sdk';
import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import { call } from '@pairspace/testkit/call';
import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { a2aBindings, a2aClient, a2aText } from '@pairspace/testkit/a2a-client';
import { answerWith, aReceiver, type Received } from '../testing/a-receiver.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-token-of-the-operator-of-this-test';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Pair {
  id: string;
  url: string;
  ada: string;
  bob: string;
  observer: string;
}

const aPair = async (url = app.url): Promise<Pair> => {
  const { session, agentToken, observerToken } = await call<{
    session: { id: string; inviteCode: string };
    agentToken: string;
    observerToken: string;
  }>(`${url}/api/sessions`, { body: { agentId: 'ada' } });
  const joined = await call<{ agentToken: string }>(`${url}/api/sessions/${session.id}/join`, {
    body: { inviteCode: session.inviteCode, agentId: 'bob' },
  });
  return { id: session.id, url, ada: agentToken, bob: joined.agentToken, observer: observerToken };
};

const asBob = (pair: Pair, path: string, body: object = {}): Promise<{ askId: string }> =>
  call(`${pair.url}/api/sessions/${pair.id}/${path}`, { token: pair.bob, body });

const config = (url: string, taskId = '', more: Partial<TaskPushNotificationConfig> = {}) => ({
  ...{ tenant: '', id: '', taskId, url, token: 'of this task' },
  authentication: { scheme: 'Bearer', credentials: 'of the receiver' },
  ...more,
});

const statusesOf = (received: readonly Received[]) =>
  received.map(({ text }) => (JSON.parse(text) as { statusUpdate: { status: { state: string } } }).statusUpdate.status);
const statesOf = (received: readonly Received[]) =>
  statusesOf(received).map(({ state }) => state.replace('TASK_STATE_', ''));

describe.each(a2aBindings)('over %s', (binding) => {
  test('[A2A-11] [A2A-12] a message registers a receiver, which is told every state with its token', async () => {
    await using receiver = await aReceiver();
    const pair = await aPair();
    const client = await a2aClient(`${app.url}/a2a/${pair.id}/bob`, pair.ada, binding);
    const sent = (await client.sendMessage(
      a2aText('Count', { returnImmediately: true, taskPushNotificationConfig: config(receiver.url) }),
    )) as Task;
    await asBob(pair, 'tasks/claim');
    const asked = { kind: 'question', title: 'Which?', freeText: true, taskId: sent.id };
    const [first, second] = [await asBob(pair, 'asks', asked), await asBob(pair, 'asks', asked)];
    await asBob(pair, `asks/${first.askId}/withdraw`);
    await asBob(pair, `asks/${second.askId}/withdraw`);
    await asBob(pair, `tasks/${sent.id}/finish`, { outcome: 'failed', text: 'Too many' });
    const received = await receiver.until(5);
    expect(statesOf(received)).toEqual(['SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'WORKING', 'FAILED']);
    expect(JSON.parse(received.at(-1)?.text ?? '')).toMatchObject({
      statusUpdate: { taskId: sent.id, contextId: pair.id, status: { message: { parts: [{ text: 'Too many' }] } } },
    });
    for (const { headers } of received) {
      expect(headers).toMatchObject({
        'content-type': 'application/a2a+json',
        'x-a2a-notification-token': 'of this task',
        authorization: 'Bearer of the receiver',
      });
    }
    const isSwept = async (): Promise<void> => {
      expect((await client.listTaskPushNotificationConfig(one(sent.id))).configs).toEqual([]);
    };
    await until(isSwept);
  });

  test('[A2A-11] configs are made, read, replaced and deleted, and end with that', async () => {
    await using receiver = await aReceiver();
    const pair = await aPair();
    const client = await a2aClient(`${app.url}/a2a/${pair.id}/bob`, pair.ada, binding);
    const { id: taskId } = (await client.sendMessage(a2aText('Count', { returnImmediately: true }))) as Task;
    const made = await client.createTaskPushNotificationConfig(config(receiver.url, taskId));
    expect(made).toEqual(config(receiver.url, taskId, { id: made.id, token: '', authentication: undefined }));
    await receiver.until(1);
    expect(await client.createTaskPushNotificationConfig(config(receiver.url, taskId))).toEqual(made);
    await receiver.until(2);
    const named = await client.createTaskPushNotificationConfig(config(receiver.url, taskId, { id: 'mine' }));
    expect(named.id).toBe('mine');
    expect(await client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'mine' })).toEqual(named);
    expect((await client.listTaskPushNotificationConfig(one(taskId))).configs).toEqual([made, named]);
    const before = (await receiver.until(3)).length;
    for (const { id } of [made, named]) await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id });
    await expect(client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'mine' })).rejects.toBeInstanceOf(
      TaskNotFoundError,
    );
    await asBob(pair, 'tasks/claim');
    const last = await client.createTaskPushNotificationConfig(config(`${receiver.url}/last`, taskId));
    expect(last.id).not.toBe(made.id);
    const received = await receiver.until(before + 1);
    expect([statesOf(received).at(-1), received.filter(({ path }) => path === '/hook').length]).toEqual([
      'WORKING',
      before,
    ]);
  });

  test('[A2A-11] a task has at most five; those of another caller are unknown, and no webhooks', async () => {
    await using receiver = await aReceiver();
    const pair = await aPair();
    const agent = `${app.url}/a2a/${pair.id}/bob`;
    const client = await a2aClient(agent, pair.ada, binding);
    const { id: taskId } = (await client.sendMessage(a2aText('Count', { returnImmediately: true }))) as Task;
    for (const id of ['1', '2', '3', '4', '5']) {
      await client.createTaskPushNotificationConfig(config(receiver.url, taskId, { id }));
    }
    await expect(client.createTaskPushNotificationConfig(config(receiver.url, taskId))).rejects.toThrow('at most 5');
    await client.createTaskPushNotificationConfig(config(receiver.url, taskId, { id: '5' }));
    for (const token of [pair.bob, pair.observer]) {
      const other = await a2aClient(agent, token, binding);
      for (const refused of [
        () => other.createTaskPushNotificationConfig(config(receiver.url, taskId)),
        () => other.getTaskPushNotificationConfig({ tenant: '', taskId, id: '1' }),
        () => other.listTaskPushNotificationConfig(one(taskId)),
        () => other.deleteTaskPushNotificationConfig({ tenant: '', taskId, id: '1' }),
      ]) {
        await expect(refused()).rejects.toBeInstanceOf(TaskNotFoundError);
      }
    }
    for (const token of [pair.ada, pair.bob, adminToken]) {
      expect((await app.request('GET', '/api/webhooks', { token })).data).toEqual({ items: [], nextCursor: null });
    }
  });
});

const one = (taskId: string) => ({ tenant: '', taskId, pageSize: 0, pageToken: '' });

test('[A2A-11] wrong URLs, tokens and ids are refused, and make no task', async () => {
  const pair = await aPair();
  const send = (wrong: object) =>
    app.request('POST', `/a2a/${pair.id}/bob/message:send`, {
      token: pair.ada,
      headers: { 'a2a-version': '1.0' },
      body: {
        message: { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'x' }] },
        configuration: { taskPushNotificationConfig: { url: 'https://ada.example/hook', ...wrong } },
      },
    });
  for (const wrong of [
    { url: 'nowhere' },
    { url: 'file:///etc/passwd' },
    { url: 'https://ada:secret@ada.example/' },
    { token: 'a\r\nb: c' },
    { authentication: { scheme: 'Bear er', credentials: 'x' } },
    { authentication: { scheme: 'Bearer', credentials: 'x\n' } },
    { id: 'x'.repeat(129) },
  ]) {
    expect((await send(wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
  const { data } = await app.request<{ items: object[] }>('GET', `/api/sessions/${pair.id}/tasks`, { token: pair.ada });
  expect(data.items).toEqual([]);
});

test('[A2A-12] [HOOK-16] an exposed service sends nothing to an address of its own network', async () => {
  await using exposed = await startTestApp({ isExposed: true });
  await using receiver = await aReceiver();
  const pair = await aPair(exposed.url);
  const client = await a2aClient(`${exposed.url}/a2a/${pair.id}/bob`, pair.ada, 'JSONRPC');
  const taskPushNotificationConfig = config(receiver.url);
  await client.sendMessage(a2aText('Count', { returnImmediately: true, taskPushNotificationConfig }));
  await until(async () => {
    const metrics = await (await fetch(`${exposed.url}/metrics`)).text();
    expect(metrics).toMatch(/^pairspace_webhook_attempts_total\{outcome="retry"\} 1$/m);
  });
  expect(receiver.received).toEqual([]);
});

test('[A2A-11] a config ends when its caller loses its seat', async () => {
  await using receiver = await aReceiver();
  const pair = await aPair();
  const sentBy = async (token: string, url: string) => {
    const client = await a2aClient(`${app.url}/a2a/${pair.id}`, token, 'JSONRPC');
    const taskPushNotificationConfig = config(url);
    return (await client.sendMessage(
      a2aText('Count', { returnImmediately: true, taskPushNotificationConfig }),
    )) as Task;
  };
  const tasks = [await sentBy(pair.bob, receiver.url), await sentBy(pair.ada, `${receiver.url}/other`)];
  await receiver.until(2);
  await app.request('DELETE', `/api/sessions/${pair.id}/agents/bob`, { token: pair.ada });
  for (const { id } of tasks) {
    const path = `/api/sessions/${pair.id}/tasks/${id}/cancel`;
    expect((await app.request('POST', path, { token: pair.ada, body: {} })).status).toBe(200);
  }
  await receiver.until(3);
  expect(receiver.received.filter(({ path }) => path === '/hook')).toHaveLength(1);
});

test('[A2A-11] [SEAT-9] a removal during the registration leaves no config', async () => {
  const pair = await aPair();
  const agent = `/a2a/${pair.id}`;
  const headers = { 'a2a-version': '1.0' };
  const asBobSends = (path: string, body: object) =>
    app.request<object>('POST', `${agent}/${path}`, { token: pair.bob, headers, body });
  const client = await a2aClient(`${app.url}${agent}`, pair.bob, 'JSONRPC');
  const { id } = (await client.sendMessage(a2aText('Count', { returnImmediately: true }))) as Task;
  const register = (name: number) =>
    asBobSends(`-/tasks/${id}/pushNotificationConfigs`, { id: String(name), url: 'http://127.0.0.1:9/hook' });
  await Promise.all([
    ...[1, 2].map(register),
    app.request('DELETE', `/api/sessions/${pair.id}/agents/bob`, { token: pair.ada }),
    ...[3, 4, 5].map(register),
  ]);
  await using inside = await lookInside(app);
  expect(await inside.rows(`select id from webhook where session_id = '${pair.id}'`)).toEqual([]);
});

test('[A2A-12] a service tells the states that come after its restart', async () => {
  await using receiver = await aReceiver(answerWith(200));
  await using scratch = await scratchFolder(tmpdir());
  const data = { dataFolder: scratch.path, databaseUrl: undefined };
  const before = await startTestApp(data);
  const pair = await aPair(before.url);
  const client = await a2aClient(`${before.url}/a2a/${pair.id}/bob`, pair.ada, 'HTTP+JSON');
  const taskPushNotificationConfig = config(receiver.url);
  const sent = (await client.sendMessage(
    a2aText('Count', { returnImmediately: true, taskPushNotificationConfig }),
  )) as Task;
  expect(sent.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
  await receiver.until(1);
  await before[Symbol.asyncDispose]();
  await using after = await startTestApp({ ...data, port: Number(new URL(before.url).port) });
  expect(after.url).toBe(before.url);
  await asBob(pair, 'tasks/claim');
  await asBob(pair, `tasks/${sent.id}/finish`, { outcome: 'done' });
  await until(() => {
    expect([...new Set(statesOf(receiver.received))]).toEqual(['SUBMITTED', 'WORKING', 'COMPLETED']);
  });
  expect(receiver.received.at(-1)?.headers['x-a2a-notification-token']).toBe('of this task');
});
