import { type Task, TaskState } from '@a2a-js/sdk';
import { a2aBindings, a2aClient, a2aText } from '@pairspace/testkit/a2a-client';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

test.each(a2aBindings)(
  '[A2A-8] a stream that ended with its service is subscribed again after the restart, over %s',
  async (binding) => {
    await using scratch = await scratchFolder(tmpdir());
    const data = { dataFolder: scratch.path, databaseUrl: undefined };
    const before = await startTestApp(data);
    const session = await aSession(before);
    const client = await a2aClient(`${before.url}/a2a/${session.id}/bob`, session.tokens.creator, binding);

    let task: Task | undefined;
    let stopped: Promise<void> | undefined;
    const cut = async (): Promise<void> => {
      for await (const { payload } of client.sendMessageStream(a2aText('Count to three'))) {
        if (payload?.$case === 'task') task = payload.value;
        stopped ??= before[Symbol.asyncDispose]();
      }
    };
    await cut().catch(() => undefined);
    await stopped;
    await using after = await startTestApp({ ...data, port: Number(new URL(before.url).port) });
    const asBob = (path: string, body: object) =>
      after.request('POST', `/api/sessions/${session.id}/tasks/${path}`, { token: session.tokens.partner, body });

    const states: (TaskState | undefined)[] = [];
    for await (const { payload } of client.resubscribeTask({ tenant: '', id: task?.id ?? '' })) {
      if (payload?.$case === 'statusUpdate') states.push(payload.value.status?.state);
      if (payload?.$case !== 'task') continue;
      states.push(payload.value.status?.state);
      await asBob('claim', {});
      await asBob(`${payload.value.id}/finish`, { outcome: 'done' });
    }
    expect(states).toEqual([
      TaskState.TASK_STATE_SUBMITTED,
      TaskState.TASK_STATE_WORKING,
      TaskState.TASK_STATE_COMPLETED,
    ]);
  },
);
