import { type Ask, type Event, type Task } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { A2aCall } from './a2a-call.ts';
import { followTask } from './follow-task.ts';

test('[A2A-5] of two asks about a task the second is still open when the first has ended', async () => {
  await using app = await startTestApp();
  const { creator, observer } = await aSession(app);
  const { data: task } = await creator<Task>('POST', '/tasks', { body: { title: 'Push', claim: true } });
  const ask = async (title: string): Promise<Ask> =>
    (await creator<Ask>('POST', '/asks', { body: { kind: 'approval', title, taskId: task.id } })).data;
  const asks = [await ask('May I?'), await ask('May I now?')];
  const since = asks[1]?.seq ?? 0;
  for (const { id } of asks) await observer('POST', `/asks/${id}/answer`, { body: { optionId: 'deny' } });
  const { data } = await observer<{ items: Event[] }>('GET', `/events?since=${String(since)}`);
  // eslint-disable-next-line @typescript-eslint/require-await -- The events are there already.
  const events = async function* (): AsyncGenerator<Event> {
    yield* data.items;
  };
  const left: number[] = [];
  const call = { events } as unknown as A2aCall;
  const signal = new AbortController().signal;
  for await (const followed of followTask(call, { task, asks, since }, signal)) left.push(followed.asks.length);
  expect(left).toEqual([1, 0]);
});
