import { type Task, TaskState } from '@a2a-js/sdk';
import { call } from '@pairspace/testkit/call';
import { freePort } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { a2aBindings, a2aClient, a2aText } from '@pairspace/testkit/a2a-client';

test.each(a2aBindings)(
  '[A2A-8] a stream that kill -9 has cut is subscribed again after the restart, over %s',
  { timeout: 240_000 },
  async (binding) => {
    await using scratch = await scratchFolder(tmpdir());
    const port = await freePort();
    const start = () =>
      startService({ folder: scratch.path, file: serviceFile, port, env: { PAIRSPACE_COMPUTE: 'off' } });
    const before = await start();
    const made = await call<{ session: { id: string; inviteCode: string }; agentToken: string }>(
      `${before.url}/api/sessions`,
      { body: { agentId: 'ada' } },
    );
    const { id, inviteCode } = made.session;
    const session = `${before.url}/api/sessions/${id}`;
    const bob = await call<{ agentToken: string }>(`${session}/join`, { body: { inviteCode, agentId: 'bob' } });
    const client = await a2aClient(`${before.url}/a2a/${id}/bob`, made.agentToken, binding);

    let task: Task | undefined;
    const cut = async (): Promise<void> => {
      for await (const { payload } of client.sendMessageStream(a2aText('Count to three'))) {
        if (payload?.$case === 'task') task = payload.value;
        before.kill('SIGKILL');
      }
    };
    await cut().catch(() => undefined);
    await before.exited;
    await using after = await start();
    expect(after.url).toBe(before.url);

    const states: (TaskState | undefined)[] = [];
    for await (const { payload } of client.resubscribeTask({ tenant: '', id: task?.id ?? '' })) {
      if (payload?.$case === 'statusUpdate') states.push(payload.value.status?.state);
      if (payload?.$case !== 'task') continue;
      states.push(payload.value.status?.state);
      await call(`${session}/tasks/claim`, { token: bob.agentToken, body: {} });
      await call(`${session}/tasks/${payload.value.id}/finish`, { token: bob.agentToken, body: { outcome: 'done' } });
    }
    expect(states).toEqual([
      TaskState.TASK_STATE_SUBMITTED,
      TaskState.TASK_STATE_WORKING,
      TaskState.TASK_STATE_COMPLETED,
    ]);
  },
);
